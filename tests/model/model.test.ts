/** @module-tag scaled */
import { testHistories } from './histories.ts';

testHistories(0, process.env.TEST_LANE === 'long' ? 1_000 : 25);
