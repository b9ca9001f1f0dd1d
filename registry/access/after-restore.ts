// Which tables a restore keeps, and what happens to API clients changed since the backup.

import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { changedSince, type Journal, type Noted } from '#lib/data-dir/disabled-journal';
import { type ClientSummary, listClients } from './clients.ts';
import { hashSecret } from './secrets.ts';

/**
 * What a restore does with each table. Rows of `dropped` tables may have been used since the backup; the backup
 * cannot tell, so they are not restored.
 */
export const restoredTables: Readonly<Record<string, 'kept' | 'dropped'>> = {
  agent: 'kept',
  counter: 'kept',
  issuer: 'kept',
  issuer_counter: 'kept',
  security_class: 'kept',
  authorized_change: 'kept',
  reserve: 'kept',
  reserve_change: 'kept',
  price: 'kept',
  contact: 'kept',
  holder: 'kept',
  holder_address: 'kept',
  holder_change: 'kept',
  account: 'kept',
  plan_member: 'kept',
  lost_search: 'kept',
  escheat: 'kept',
  txn: 'kept',
  txn_factor: 'kept',
  cash_in_lieu: 'kept',
  certificate: 'kept',
  class_day: 'kept',
  stop: 'kept',
  tax_lot: 'kept',
  control_entry: 'kept',
  record_difference: 'kept',
  record_difference_step: 'kept',
  depository_file: 'kept',
  depository_position: 'kept',
  depository_movement: 'kept',
  depository_explanation: 'kept',
  former_cusip: 'kept',
  rejection: 'kept',
  dividend: 'kept',
  dividend_payment: 'kept',
  proxy: 'kept',
  proxy_proposal: 'kept',
  proxy_entitlement: 'kept',
  proxy_ballot: 'kept',
  proxy_vote: 'kept',
  api_client: 'kept',
  api_client_issuer: 'kept',
  idempotency_key: 'kept',
  seal_certificate: 'kept',
  demo_state: 'kept',
  issuer_change: 'kept',
  conversion: 'kept',
  conversion_link: 'kept',
  issuer_day: 'kept',
  page_mark: 'kept',
  holding: 'kept',
  account_word: 'kept',
  item: 'kept',
  item_step: 'kept',
  item_approval: 'kept',
  item_certificate: 'kept',
  item_file: 'kept',
  register_file: 'kept',
  register_step: 'kept',
  register_finding: 'kept',
  register_mapping: 'kept',
  register_pull: 'kept',
  ta2_step: 'kept',
  sent_report: 'kept',
  bulk_row: 'kept',
  register_export: 'kept',
  register_export_part: 'kept',
  returned_mail: 'kept',
  holder_search: 'kept',
  api_token: 'dropped',
  report_request: 'dropped',
  api_client_source: 'dropped',
};

export type RestoredClients = {
  /** Disabled after the backup, and again now. */
  disabled: Noted[];
  /** Secret replaced after the backup: neither the old nor the new secret works now. */
  rotated: Noted[];
  open: ClientSummary[];
};

/**
 * Runs in the restore's own transaction. Disables clients that were disabled since, and voids secrets that were
 * replaced.
 */
export async function settleClients(
  client: ClientBase,
  { takenAt, journal, now }: { takenAt: string; journal: Journal; now: Date },
): Promise<RestoredClients> {
  const { disabled, rotated } = changedSince(journal, 'client', takenAt);
  const known = new Set((await listClients(client)).map(({ id }) => id));
  const disabledHere = disabled.filter(({ id }) => known.has(id));
  const rotatedHere = rotated.filter(({ id }) => known.has(id));
  await client.query(
    'update api_client set disabled_at = coalesce(disabled_at, $2) where id = any ($1::text[])',
    [disabledHere.map(({ id }) => id), now],
  );
  // A random secret that nobody knows.
  const voided = await hashSecret(randomBytes(32).toString('base64url'));
  await client.query('update api_client set secret_hash = $2 where id = any ($1::text[])', [
    rotatedHere.map(({ id }) => id),
    voided,
  ]);
  const open = (await listClients(client)).filter((one) => !one.disabled);
  return { disabled: disabledHere, rotated: rotatedHere, open };
}
