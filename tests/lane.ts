/** All of a list in the long lane (`npm run test:long`), every n-th of it in `npm test`. */
export const sampled = <T>(list: readonly T[], every: number): readonly T[] =>
  process.env.TEST_LANE === 'long' ? list : list.filter((_, index) => index % every === 0);
