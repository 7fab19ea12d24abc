/** Everything is delivered in time and fairly when nothing is in the way. */
import { testWorlds } from './tests';

testWorlds('everything is delivered once, in time and fairly', 'undisturbed');
