/** Row heights in px; must match the classes in the body (h-7.5, h-6). */
export const rowHeightPx = { regular: 30, compact: 24 } as const;

export const headHeightPx = 37;
export const footHeightPx = 36;

/** With more rows, a report file should be printed instead. */
export const printedRowsMax = 2_000;
