/**
 * Where each table lives on a distributed server (docs/scaling.md): `registry:distribute` places the tables by it, and
 * tests/architecture/sharding.test.ts compares it with the migrations.
 */
export type Placement =
  /** A copy on every node: joined locally everywhere, written on all nodes at once. */
  | { kind: 'reference'; why: string }
  /** With all other data of its issuer, by issuer_id. */
  | { kind: 'issuer' }
  /** By a column that is not the issuer, apart from the other tables. */
  | { kind: 'alone'; by: string; why: string };

const issuer: Placement = { kind: 'issuer' };
const reference = (why: string): Placement => ({ kind: 'reference', why });

/** Every table of the migrations. */
export const placements: Record<string, Placement> = {
  agent: reference('one row about the agent'),
  issuer: reference('looked up by the number of the customer, which is unique across issuers'),
  holder: reference('one registration may have accounts at many issuers'),
  holder_address: reference('with its holder'),
  holder_change: reference('with its holder'),
  lost_search: reference('one row a search of the agent'),
  api_client: reference('read at every request, changed by commands'),
  api_client_issuer: reference('with its client'),
  api_client_source: reference('with its client'),
  register_file: reference('one row a register that is brought in, before it has an issuer'),
  register_step: reference('with its register file'),
  register_finding: reference('with its register file'),
  register_mapping: reference('one row a source and sheet'),
  bulk_row: reference('with its register file'),
  register_pull: reference('with its register file'),
  register_export: reference('with its register file'),
  register_export_part: reference('with its register file'),
  ta2_step: reference('one row a step on the worksheet of a year'),
  sent_report: reference('one row a report that the agent sent, to an issuer or to its agency'),
  depository_file: reference('one row a position file, whose lines name classes of all issuers'),
  depository_position: reference('with its position file'),
  depository_movement: reference('with its position file'),
  seal_certificate: reference('one row a certificate of the installation'),
  demo_state: reference('one row of the demo'),

  counter: { kind: 'alone', by: 'scope', why: 'changed under a lock of its row, not of all counters' },
  api_token: { kind: 'alone', by: 'token_hash', why: 'issued and read alone' },
  idempotency_key: { kind: 'alone', by: 'key', why: 'unique before the issuer is known' },
  report_request: { kind: 'alone', by: 'file_code', why: 'a link does not name the issuer' },

  account: issuer,
  account_word: issuer,
  authorized_change: issuer,
  cash_in_lieu: issuer,
  certificate: issuer,
  class_day: issuer,
  contact: issuer,
  control_entry: issuer,
  conversion: issuer,
  conversion_link: issuer,
  depository_explanation: issuer,
  dividend: issuer,
  dividend_payment: issuer,
  escheat: issuer,
  former_cusip: issuer,
  holder_search: issuer,
  holding: issuer,
  issuer_change: issuer,
  issuer_counter: issuer,
  issuer_day: issuer,
  item: issuer,
  item_approval: issuer,
  item_certificate: issuer,
  item_file: issuer,
  item_step: issuer,
  page_mark: issuer,
  plan_member: issuer,
  price: issuer,
  proxy: issuer,
  proxy_ballot: issuer,
  proxy_entitlement: issuer,
  proxy_proposal: issuer,
  proxy_vote: issuer,
  record_difference: issuer,
  record_difference_step: issuer,
  rejection: issuer,
  reserve: issuer,
  reserve_change: issuer,
  returned_mail: issuer,
  security_class: issuer,
  stop: issuer,
  tax_lot: issuer,
  txn: issuer,
  txn_factor: issuer,
};
