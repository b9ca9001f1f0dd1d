// Inputs and page sizes of the lists of imported files, their findings and results.

import type { FileKind } from './types.ts';

/** The list of registers or of bulk sheets; more than these are named by their number. */
export const listInputOf = (kind: FileKind) => ({ kind, start: 0, numberOfRows: 200 });

/** Results of one request. */
export const resultsPerPage = 100;

/** Findings of one request. */
export const findingsPerPage = 200;
