/** The largest control total. */
const totalMax = 10n ** 18n;

/** Whether a count can be a control total. In a file of its own, so that pages do not load the schemas. */
export const isTotal = (count: bigint): boolean => count >= 0n && count <= totalMax;
