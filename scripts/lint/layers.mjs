/** The arrows of design 5 as lint rules: which folder may import which, and who may call n8n at run time. */

const root = 'nodes/SalesOrderIntegration';

/** Each layer with the layers it may import; the node files beside them may import all of them. */
const mayImport = {
	api: [],
	output: ['api'],
	trigger: ['output', 'api'],
	operations: ['output', 'api'],
};

/**
 * The files of api/, output/ and trigger/ that wire decisions to n8n and therefore import n8n-workflow at run
 * time. Everything else there runs with no n8n, and takes at most types from it.
 */
const wiringToN8n = ['api/n8n.ts', 'api/timing.ts'];

const shipped = ['credentials', 'nodes'];
const unshipped = ['examples', 'host', 'sandbox', 'scripts', 'test'];

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
	except: ['./api'],
	message: 'A credential may import nothing but api/ (design 5).',
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
		files: ['api', 'output', 'trigger'].map((layer) => `${root}/${layer}/**/*.ts`),
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
