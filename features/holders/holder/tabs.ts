// Tabs of the page of a holder, and the query of its current holdings.

import { query } from '#lib/api/query';

export const holderTabs = [
  { id: 'holdings', label: 'Holdings' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'movements', label: 'Movements' },
  { id: 'record', label: 'Record' },
] as const;

export type HolderTab = (typeof holderTabs)[number]['id'];

/** `?tab=`; any other value means holdings. */
export function holderTab(text: string | undefined): HolderTab {
  return holderTabs.find((tab) => tab.id === text)?.id ?? 'holdings';
}

/** Current holdings of an account, per class. */
export const summaryQuery = (issuer: number, account: string) =>
  query('GetHoldingSummary', { customerIssuerId: issuer, customerShareholderId: account });
