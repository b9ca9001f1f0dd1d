import type { FactItem } from './turnaround-facts.ts';

/** A routine item of October 2026 that was done in time, with what a test changes. */
export const itemForTests = (over: Partial<FactItem>): FactItem => ({
  id: '1',
  issuer: 1001,
  issuerName: 'Larkspur',
  transaction: 1,
  key: '1',
  number: '1',
  type: 'Transfer',
  purpose: 'Sale',
  status: 'Completed',
  routine: true,
  counted: true,
  received: '2026-10-01',
  countedFrom: '2026-10-01',
  due: '2026-10-06',
  completed: '2026-10-02',
  rejected: '',
  days: 1,
  result: 'within',
  from: '',
  to: '',
  ...over,
});
