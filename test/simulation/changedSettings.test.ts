/** Nothing is lost or repeated when settings, the name of the node or the service change. */
import { testWorlds } from './tests';

testWorlds('nothing is lost or repeated although settings or services change', 'changes');
