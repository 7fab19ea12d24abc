/** Lists orders with this package's List Sales Orders. */
import { makeNode, nodeTypeNames } from './engine';
import { measureListing } from './listing';

measureListing(({ output }) => {
	const parameters = { resource: 'salesOrder', operation: 'list', returnAll: true, output };
	return [makeNode('List Sales Orders', nodeTypeNames.node, parameters)];
});
