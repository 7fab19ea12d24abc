/** Nothing is lost or repeated when the service fails, or n8n is off. */
import { testWorlds } from './tests';

testWorlds('nothing is lost or repeated although the service fails', 'outages');
