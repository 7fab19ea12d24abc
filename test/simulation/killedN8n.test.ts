/** Nothing is lost or repeated when n8n is killed at any moment. */
import { testWorlds } from './tests';

testWorlds('nothing is lost or repeated although n8n is killed', 'kills');
