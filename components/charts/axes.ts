// The axes of charts: short number texts such as 38.4M, $1.2K and 25%, and the percent axis of bars.

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 38.4M: for axis labels; the table has the exact figure. */
export const compactNumber = (size: number) => compact.format(size);
export const compactDollars = (size: number) => `$${compact.format(size)}`;
export const wholePercent = (size: number) => `${size}%`;

/** Height of the percent axis with its figures. */
export const axisPx = 24;

/** Properties of the horizontal axis of bars, in percent; without `endPercent` it ends at the largest bar. */
export const percentAxis = (endPercent: number | undefined) =>
  ({
    type: 'number',
    domain: [0, endPercent ?? 'auto'],
    height: axisPx,
    tickCount: 5,
    tick: { fontSize: 12, fill: 'var(--muted)' },
    tickLine: false,
    axisLine: { stroke: 'var(--rule)' },
    tickFormatter: wholePercent,
  }) as const;
