// Short number texts for the axes of charts: 38.4M, $1.2K, 25%.

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 38.4M: for axis labels; the table has the exact figure. */
export const compactNumber = (size: number) => compact.format(size);
export const compactDollars = (size: number) => `$${compact.format(size)}`;
export const wholePercent = (size: number) => `${size}%`;
