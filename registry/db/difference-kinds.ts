// What a record difference may be; the columns of the database accept these values (migration 0027).

/** Totals: register and control book differ. Detail: what was presented differs from the register. */
export type DifferenceBasis = 'Totals' | 'Detail';

export type CauseKind =
  | 'Duplicate'
  | 'Not on file'
  | 'Other detail differs'
  | 'Canceled certificate presented'
  | 'Authorized, not posted'
  | 'Posted, not authorized'
  | 'Split'
  | 'Prior agent'
  | 'Depository';

export type ResolutionKind = 'Found' | 'Reversed' | 'Replaced' | 'Bought in' | 'Control book corrected';
