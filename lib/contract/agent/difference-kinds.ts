// What a record difference may be, by the rules of transfer agents (17 CFR 240.17Ad-9 to 17Ad-11).

/** Totals: register and control book differ. Detail: what was presented differs from the register. */
export const differenceBases = ['Detail', 'Totals'] as const;
export type DifferenceBasis = (typeof differenceBases)[number];

export const causeKinds = [
  'Duplicate',
  'Not on file',
  'Other detail differs',
  'Canceled certificate presented',
  'Authorized, not posted',
  'Posted, not authorized',
  'Split',
  'Prior agent',
  'Depository',
] as const;
export type CauseKind = (typeof causeKinds)[number];

export const resolutionKinds = [
  'Found',
  'Reversed',
  'Replaced',
  'Bought in',
  'Control book corrected',
] as const;
