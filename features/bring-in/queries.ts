/** The list of registers; more than these are named by their number. */
export const listInput = { start: 0, numberOfRows: 200 };

/** Findings of one request. */
export const findingsPerPage = 200;
