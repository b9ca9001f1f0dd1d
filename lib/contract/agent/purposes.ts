/** Purposes of the kinds without cases, in the ledger's words. */
export const issuePurposes = [
  'Opening position',
  'Private placement',
  'Primary offering',
  'Option exercise',
  'Warrant exercise',
  'Stock award',
  'Services',
  'Reinvestment plan',
  'Treasury re-issue',
  'Note issue',
] as const;

export const retirePurposes = [
  'Redemption',
  'Forfeiture',
  'Buy-back',
  'Treasury retirement',
  'Warrant expiry',
  'Repayment',
] as const;
