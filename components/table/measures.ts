/** Row heights in px; the classes in the body (h-7.5, h-6) say the same. */
export const rowHeightPx = { regular: 30, compact: 24 } as const;

export const headHeightPx = 37;
export const footHeightPx = 36;

/** Beyond this many rows a report file is the right thing to print. */
export const printedRowsMax = 2_000;
