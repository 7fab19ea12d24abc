/** The people, customers and products that the generated orders speak of: seeded, made once per sandbox. */
import type { Faker } from '@faker-js/faker';
import { faker } from '@faker-js/faker/locale/es_MX';
import type { Customer, Described, OrderUser, Product, TokenUser } from './model';
import { SeededRandom } from './seededRandom';

/** How many of each there are. */
const COUNTS = { customers: 60, zones: 6, products: 80, families: 8 };

/** A customer and where its shop is. */
export interface Shop {
	customer: Customer;
	latitude: number;
	longitude: number;
}

/** Everything that orders refer to. */
export interface Catalogue {
	sellers: OrderUser[];
	shops: Shop[];
	products: Product[];
	orderTypes: Described[];
	comments: string[];
}

const ZONES = ['America/Mexico_City', 'America/Tijuana', 'Europe/Madrid', 'Asia/Kolkata'];
/** Unit codes of the Mexican tax authority: piece, kilogram, litre, box, pack. */
const satUnitCodes = ['H87', 'KGM', 'LTR', 'XBX', 'XPK', ''];
const longComment =
	'El cliente pide entregar por la puerta trasera, antes de las 9:00, y llamar al llegar. Avisar si falta producto; ' +
	'no sustituir por otra marca. Cobrar el saldo pendiente de la factura anterior y recoger los envases vacíos. ' +
	'Dejar copia de la nota con la encargada del turno de la mañana, que firma y sella de recibido.';

/** One user per zone, each with a token; the same for the same seed. */
export function generateTokenUsers(seed: number): TokenUser[] {
	const faker = seededFaker(seed, 1);
	return ZONES.map((timezone, position) => {
		const { name, username } = person(faker, position);
		return { id: 11 + position, username, name, timezone, apiToken: faker.string.alphanumeric(40) };
	});
}

/** The catalogue of a seed, with so many sellers beside the token users, who sell too. */
export function generateCatalogue(
	seed: number,
	sellerCount: number,
	tokenUsers: readonly TokenUser[],
): Catalogue {
	const faker = seededFaker(seed, 2);
	const random = new SeededRandom(seed, 3);
	const sellers = tokenUsers.map(({ id, name, username }): OrderUser => ({
		id,
		name,
		username,
		enabled: true,
	}));
	for (let position = 0; position < sellerCount; position++) {
		sellers.push({ id: 101 + position, ...person(faker, 100 + position), enabled: !random.chance(0.1) });
	}
	const zones = Array.from({ length: COUNTS.zones }, (_, position): Described => {
		return { id: 1 + position, description: faker.location.city(), enabled: !random.chance(0.1) };
	});
	const families = Array.from({ length: COUNTS.families }, (_, position): Described => {
		return { id: 1 + position, description: faker.commerce.department(), enabled: !random.chance(0.1) };
	});
	return {
		sellers,
		shops: Array.from({ length: COUNTS.customers }, (_, position) => shop(position, zones, faker, random)),
		products: Array.from({ length: COUNTS.products }, (_, position) => {
			return product(position, families, faker, random);
		}),
		orderTypes: ['Pedido', 'Venta en ruta', 'Cotización'].map((description, position) => {
			return { id: 1 + position, description, enabled: position < 2 };
		}),
		comments: [
			...Array.from({ length: 12 }, () => faker.lorem.sentence()),
			'Entregar mañana, llamar antes ☎️',
			'Señora Núñez: "sin azúcar", 3 × 500 g\nSegunda línea',
			'冷蔵品あり 🧊',
			'=SUM(A1:A9)',
			longComment,
		],
	};
}

function person(faker: Faker, number: number): { name: string; username: string } {
	const firstName = faker.person.firstName();
	const lastName = faker.person.lastName();
	// The number keeps usernames apart where faker repeats a name.
	const username = `${firstName}.${lastName}`
		.toLowerCase()
		.normalize('NFD')
		.replace(/[^a-z.]/g, '');
	return { name: `${firstName} ${lastName}`, username: `${username}${number}` };
}

function shop(position: number, zones: readonly Described[], faker: Faker, random: SeededRandom): Shop {
	return {
		customer: {
			id: 1001 + position,
			code: `C${String(position + 1).padStart(5, '0')}`,
			description: faker.company.name(),
			enabled: !random.chance(0.05),
			zone: random.pick(zones),
		},
		latitude: 19.4 + random.next() * 2,
		longitude: -99.1 - random.next() * 2,
	};
}

function product(
	position: number,
	families: readonly Described[],
	faker: Faker,
	random: SeededRandom,
): Product {
	return {
		id: 5001 + position,
		code: `P${String(position + 1).padStart(5, '0')}`,
		description: faker.commerce.productName(),
		quantity: random.integer(0, 50_000) / 10,
		price: random.integer(500, 200_000) / 100,
		enabled: !random.chance(0.05),
		hasBeenSold: !random.chance(0.1),
		applyDiscounts: random.chance(0.7),
		taxType: random.integer(0, 3),
		satUnitCode: random.pick(satUnitCodes),
		satProductCode: random.chance(0.2) ? '' : String(random.integer(50_100_000, 50_499_999)),
		family: random.pick(families),
		category: null,
		barcode: null,
		details: null,
	};
}

/** The package of one language does not name the class, and the whole of faker takes long to load for each test file. */
const { constructor: SeededFaker, rawDefinitions: locale } = faker as Faker & { constructor: typeof Faker };

function seededFaker(seed: number, stream: number): Faker {
	return new SeededFaker({ locale, randomizer: new SeededRandom(seed, stream) });
}
