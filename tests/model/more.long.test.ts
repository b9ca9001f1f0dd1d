/** @module-tag long */
import { testHistories } from './histories.ts';

// The other half of the long lane's histories, beside model.test.ts.
testHistories(1, 1_000);
