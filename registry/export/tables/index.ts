import { books } from './books.ts';
import { items } from './items.ts';
import { people } from './people.ts';
import { records } from './records.ts';
import type { Table } from './table.ts';

/** Every table of an issuer, in an order in which each row follows the rows it refers to. */
export const exportedTables: readonly Table[] = [...people, ...books, ...records, ...items];

/** Tables of the registry that are no part of an issuer's register, each with the reason. */
export const otherTables: Readonly<Record<string, string>> = {
  agent: 'about the agent',
  counter: 'numbers of the whole registry',
  class_day: 'computed from certificates',
  issuer_day: 'computed from certificates',
  page_mark: 'computed from accounts and certificates',
  holding: 'computed from certificates',
  account_word: 'computed from accounts',
  api_client: 'access to this registry',
  api_client_issuer: 'access to this registry',
  api_client_source: 'access to this registry',
  api_token: 'access to this registry',
  idempotency_key: 'requests to this registry',
  report_request: 'files of an hour',
  register_file: 'how registers came here',
  register_export: 'how registers were taken out',
  register_export_part: 'how registers were taken out',
  register_step: 'how registers came here',
  register_finding: 'how registers came here',
  register_mapping: 'how registers came here',
  register_pull: 'how registers came here',
  conversion_link: 'how registers came here',
  ta2_step: 'about the agent',
  sent_report: 'what this agent reported about its books',
  depository_file: 'position files of the depository, of all issuers',
  depository_position: 'position files of the depository, of all issuers',
  depository_movement: 'position files of the depository, of all issuers',
  depository_explanation: 'about position files of the depository',
  bulk_row: 'how instructions came here',
  seal_certificate: 'keys of this installation',
  demo_state: 'about the demo',
  schema_migration: 'about the database',
};

/** Columns that are not written: the issuer is the folder, and the others follow from what is written. */
export const otherColumns: readonly string[] = [
  'issuer_id',
  'issuer.id',
  'holder.id',
  'security_class.unissued',
  'account.sort_key',
  'account.name_key',
  'item_file.content',
];
