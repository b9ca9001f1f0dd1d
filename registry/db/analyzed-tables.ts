/** Tables that posting fills and then joins: the planner needs their statistics. */
export const analyzedTables = [
  'account',
  'holder',
  'holder_address',
  'txn',
  'certificate',
  'control_entry',
  'tax_lot',
  'stop',
] as const;
