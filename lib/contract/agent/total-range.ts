/** As much as a total may be. */
const totalMax = 10n ** 18n;

/** Whether a count can be a control total. Apart from the schemas, because pages use it. */
export const isTotal = (count: bigint): boolean => count >= 0n && count <= totalMax;
