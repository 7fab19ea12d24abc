/** The arrows of design 5 as lint rules: which folder may import which, and who may call n8n at run time. */

const root = 'nodes/SalesOrderIntegration';

/** Each layer with the layers it may import; the node files beside them may import all of them. */
const mayImport = {
	errors: [],
	dates: ['errors'],
	http: ['dates', 'errors'],
	lists: ['http', 'dates', 'errors'],
	parameters: ['lists', 'http', 'dates', 'errors'],
	output: ['parameters', 'lists', 'http', 'dates', 'errors'],
	trigger: ['output', 'parameters', 'lists', 'http', 'dates', 'errors'],
	operations: ['output', 'parameters', 'lists', 'http', 'dates', 'errors'],
};

/**
 * The files below operations/ that connect decisions to n8n and therefore import n8n-workflow at run time. Everything
 * else there runs without n8n, and takes at most types from it.
 */
const wiringToN8n = ['errors/nodeErrors.ts', 'http/nodeClient.ts'];

const shipped = ['credentials', 'nodes'];
const unshipped = ['host', 'sandbox', 'scripts', 'test'];

const layerZones = Object.entries(mayImport).map(([layer, allowed]) => ({
	target: `./${root}/${layer}`,
	from: `./${root}`,
	except: [layer, ...allowed].map((name) => `./${name}`),
	message: `${layer}/ may import ${allowed.length > 0 ? `only ${allowed.join(' and ')}` : 'no other layer'} (design 5).`,
}));

const shippingZones = unshipped.map((folder) => ({
	target: shipped.map((name) => `./${name}`),
	from: `./${folder}`,
	message: 'Shipped code may not import what is not published.',
}));

const credentialZone = {
	target: './credentials',
	from: `./${root}`,
	except: ['./http', './dates', './errors'],
	message: 'A credential may import only http/, dates/ and errors/ (design 5).',
};

/** ESLint flat configuration objects; paths are relative to the root of the repository. */
export const layerRules = [
	{
		files: shipped.map((name) => `${name}/**/*.ts`),
		rules: {
			'import-x/no-restricted-paths': ['error', { zones: [...layerZones, ...shippingZones, credentialZone] }],
		},
	},
	{
		files: Object.keys(mayImport)
			.filter((layer) => layer !== 'operations')
			.map((layer) => `${root}/${layer}/**/*.ts`),
		ignores: wiringToN8n.map((file) => `${root}/${file}`),
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					paths: [
						{
							name: 'n8n-workflow',
							allowTypeImports: true,
							message:
								'Decisions run with no n8n (design 5); what wires them to n8n is listed in scripts/lint/layers.mjs.',
						},
					],
				},
			],
		},
	},
];
