import { assertRule } from './ledger-error.ts';

/**
 * The practical kinds of transfer. `keepsLots`: acquisition date and basis pass to the transferee. `legend`:
 * restrictions are kept, may change, or are only added. `sameHolder`: only form, denomination or legend
 * changes.
 */
export const transferKinds = {
  Sale: { keepsLots: false, legend: 'kept', sameHolder: false },
  'Registered sale': { keepsLots: false, legend: 'changed', sameHolder: false },
  Gift: { keepsLots: true, legend: 'kept', sameHolder: false },
  'Re-registration': { keepsLots: true, legend: 'kept', sameHolder: false },
  'Death transfer': { keepsLots: false, legend: 'kept', sameHolder: false },
  'Depository deposit': { keepsLots: true, legend: 'kept', sameHolder: false },
  'Depository withdrawal': { keepsLots: false, legend: 'kept', sameHolder: false },
  'Form change': { keepsLots: true, legend: 'kept', sameHolder: true },
  'Legend removal': { keepsLots: true, legend: 'changed', sameHolder: true },
  'Legend placement': { keepsLots: true, legend: 'added', sameHolder: true },
  'Split-up': { keepsLots: true, legend: 'kept', sameHolder: true },
  Consolidation: { keepsLots: true, legend: 'kept', sameHolder: true },
  Replacement: { keepsLots: true, legend: 'kept', sameHolder: true },
  'Court order': { keepsLots: true, legend: 'kept', sameHolder: false },
  Escheat: { keepsLots: true, legend: 'kept', sameHolder: false },
  Repurchase: { keepsLots: true, legend: 'kept', sameHolder: false },
} as const;

export type TransferKind = keyof typeof transferKinds;

export const issueKinds = [
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

export const convertKinds = [
  'Preferred to common',
  'Class B to Class A',
  'Unit separation',
  'Note to shares',
  'Warrant exercise',
] as const;

export const retireKinds = [
  'Redemption',
  'Forfeiture',
  'Buy-back',
  'Treasury retirement',
  'Warrant expiry',
  'Repayment',
] as const;

/** Refuses a sub-kind outside its verb's list. An empty one is allowed when the presentor gave no reason. */
export function checkSubKind(subKind: string | undefined, kinds: readonly string[]): void {
  assertRule(
    !subKind || kinds.includes(subKind),
    'subKind',
    'subKind',
    `"${subKind}" is not a known purpose.`,
  );
}
