import { demand } from './refusal.ts';

/**
 * The practical kinds of transfer (domain §3). `keepsLots`: acquisition date and basis go to the transferee. `legend`:
 * the restriction may change. `sameHolder`: only form, denomination or legend changes.
 */
export const transferKinds = {
  Sale: { keepsLots: false, legend: false, sameHolder: false },
  'Registered sale': { keepsLots: false, legend: true, sameHolder: false },
  Gift: { keepsLots: true, legend: false, sameHolder: false },
  'Re-registration': { keepsLots: true, legend: false, sameHolder: false },
  'Death transfer': { keepsLots: false, legend: false, sameHolder: false },
  'Depository deposit': { keepsLots: true, legend: false, sameHolder: false },
  'Depository withdrawal': { keepsLots: false, legend: false, sameHolder: false },
  'Form change': { keepsLots: true, legend: false, sameHolder: true },
  'Legend removal': { keepsLots: true, legend: true, sameHolder: true },
  'Legend placement': { keepsLots: true, legend: true, sameHolder: true },
  'Split-up': { keepsLots: true, legend: false, sameHolder: true },
  Consolidation: { keepsLots: true, legend: false, sameHolder: true },
  Replacement: { keepsLots: true, legend: false, sameHolder: true },
  'Court order': { keepsLots: true, legend: false, sameHolder: false },
  Escheat: { keepsLots: true, legend: false, sameHolder: false },
  Repurchase: { keepsLots: true, legend: false, sameHolder: false },
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

/** Refuses a sub-kind outside its verb's list; an empty one is allowed where the presentor gave no reason. */
export function checkSubKind(subKind: string | undefined, kinds: readonly string[]): void {
  demand(!subKind || kinds.includes(subKind), 'subKind', 'subKind', `"${subKind}" is not a known purpose.`);
}
