// Counts records of an issuer that have no place outside of an archive.

import type { ClientBase } from 'pg';

type Part = readonly [what: string, sql: string];

export const count = (from: string) => `select count(*) as count from ${from}`;
const ofIssuer = (table: string, condition = 'true') =>
  count(`${table} where issuer_id = $1 and ${condition}`);

/** Records of an issuer for which other forms than the archive may have no place. */
const parts: readonly Part[] = [
  ['Stops', ofIssuer('stop', 'released_on is null')],
  ['Open record differences', ofIssuer('record_difference', 'resolved_on is null')],
  ['Transactions that are not completed', ofIssuer('txn', "status <> 'Completed'")],
  ['Rejections', ofIssuer('rejection')],
  ['Items of the work queue', ofIssuer('item')],
  ['Documents', ofIssuer('item_file', 'content is not null')],
  ['Dividends', ofIssuer('dividend')],
  ['Meetings', ofIssuer('proxy')],
  ['Contacts of the issuer', ofIssuer('contact')],
  ['Closing prices', ofIssuer('price')],
  ['Members of the reinvestment plan', ofIssuer('plan_member')],
  ['Remittances to states', ofIssuer('escheat')],
  ['Payments for fractions', ofIssuer('cash_in_lieu')],
];

/** How many of these records an issuer has, a line for each kind, without those named in `except`. */
export async function countLeftOut(
  client: ClientBase,
  issuerId: bigint,
  except: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const lines: string[] = [];
  for (const [what, sql] of parts) {
    if (except.has(what)) continue;
    const { rows } = await client.query<{ count: bigint }>(sql, [issuerId]);
    if (rows[0]!.count > 0n) lines.push(`${what}: ${rows[0]!.count}.`);
  }
  return lines;
}
