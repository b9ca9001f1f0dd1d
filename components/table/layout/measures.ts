// Row heights of tables in px, and the limit of printed rows.

/** Standard row height in px, expected until a row is measured; the same as --row in app/globals.css. */
export const rowHeightPx = 28;
/** Height in px of a row drawn as a card, expected until one is measured. */
export const cardHeightPx = 56;

export const headHeightPx = 37;
export const footHeightPx = 36;

/** With more rows, a report file should be printed instead. */
export const printedRowsMax = 2_000;
