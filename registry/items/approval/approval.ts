// Approvals of items: the facts they rest on, their records, and why they become void.

import { createHash } from 'node:crypto';
import { businessDaysBetween } from '#lib/format/business-days';
import { arrayText, insertRows } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import type { Db } from '#registry/db/session';
import { never } from '#registry/ledger/core/certificates';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import { activeStops, loadStops } from '#registry/ledger/stops';
import type { Examined } from '../examine.ts';
import type { Actor, Item } from '../item.ts';
import type { Change } from '../item-history.ts';
import type { Work } from '../item-work.ts';
import { labelOf } from '../presented-certificates.ts';
import { type HolderRow, readAuthorized, readHolders } from '../reads/read-cache.ts';
import { localDay, postingDay } from '../rules/clock.ts';

/** What an approval rests on: names and values as texts, so that a difference can be shown. */
export type Facts = Readonly<Record<string, string>>;

/** An approval that is so many business days old is void. */
const voidAfterDays = 5;

/** The facts on which an approval of an item rests, read in this book. */
export async function approvalFacts(work: Work, { prepared, obstacles }: Examined): Promise<Facts> {
  const { book } = work;
  const facts: Record<string, string> = { issuer: book.status };
  const { certificates, owners, lineAccounts, classId } = prepared;
  const accounts = [...owners, ...lineAccounts.filter((id) => id !== null)];
  await loadStops(
    book,
    certificates.map((one) => one.id),
  );
  for (const one of certificates) {
    const stops = activeStops(book, one.id).map((stop) => `${stop.kind} since ${stop.placedOn}`);
    const state = one.canceledOn === never ? 'outstanding' : 'canceled';
    facts[`certificate ${labelOf(one)}`] = [state, ...stops].join('; ');
  }
  await readHolders(work, accounts);
  for (const id of accounts) {
    const row = work.known.holders.get(id);
    if (row) facts[`account ${id}`] = registrationText(row);
  }
  if (classId !== null) {
    facts['last action of the class'] = book.classes.get(classId)?.actionOn ?? 'none';
    facts['authorized shares'] = (await readAuthorized(work, classId)).toString();
  }
  // These come and go by the day, the price or other items, and do not make an approval void.
  const passing = [
    'priceMissing',
    'effectiveFuture',
    'staleDated',
    'frozenList',
    'sameCertificate',
    'duplicateItem',
    'issuerWindow',
    'minorAge',
    'recentAddressChange',
  ];
  const codes = obstacles
    .filter((one) => !passing.includes(one.code))
    .map((one) => `${one.code} ${one.field}`);
  facts.obstacles = [...new Set(codes)].sort().join(', ');
  return facts;
}

/** Registration, tax ID and address of an account. The tax ID is a digest, which `factChanges` does not show. */
function registrationText(row: HolderRow): string {
  const { name, name2, name3, account_type, address1, address2, city, state, postal_code, country2_code } =
    row;
  const taxId = row.primary_tax_id;
  const mark = taxId ? createHash('sha256').update(taxId).digest('hex').slice(0, 8) : 'none';
  const parts = [
    name,
    name2,
    name3,
    account_type,
    address1,
    address2,
    city,
    state,
    postal_code,
    country2_code,
  ];
  return `${parts.filter(Boolean).join(', ')}${taxIdMark}${mark}`;
}

const taxIdMark = '; tax ID mark ';

/**
 * What differs between the facts of an approval and those of now, as it is shown to users. The digest of a tax ID
 * would let them find the number, so a difference says only that there is one.
 */
export function factChanges(before: Facts, now: Facts): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names
    .filter((field) => before[field] !== now[field])
    .map((field) => {
      const [was = '', wasMark] = (before[field] ?? '').split(taxIdMark);
      const [is = '', mark] = (now[field] ?? '').split(taxIdMark);
      const isOther = wasMark !== undefined && mark !== undefined && wasMark !== mark;
      return { field, before: was, after: isOther ? `${is}; another tax ID` : is };
    });
}

export type Approval = {
  number: number;
  at: string;
  by: Actor;
  digest: string;
  facts: Facts;
  voidBecause: Change[] | null;
};

type ApprovalRow = {
  item_id: bigint;
  number: number;
  at: string;
  by_email: string;
  by_first_name: string;
  by_last_name: string;
  digest: string;
  facts: string;
  void_because: string | null;
};

/** The approvals of an item, oldest first. */
export async function readApprovals(db: Db, issuerId: bigint, itemId: bigint): Promise<Approval[]> {
  return (await approvalsOf(db, issuerId, [itemId])).get(itemId)!;
}

/** The approvals of each item, oldest first. */
export async function approvalsOf(
  db: Db,
  issuerId: bigint,
  itemIds: readonly bigint[],
): Promise<Map<bigint, Approval[]>> {
  const { rows } = await queryPrepared<ApprovalRow>(
    db,
    `select item_id, number, at, by_email, by_first_name, by_last_name, digest, facts, void_because from item_approval
      where issuer_id = $1 and item_id = any($2::bigint[]) order by number`,
    [issuerId, arrayText(itemIds)],
  );
  const found = new Map(itemIds.map((id): [bigint, Approval[]] => [id, []]));
  for (const row of rows) found.get(row.item_id)?.push(approvalOf(row));
  return found;
}

function approvalOf(row: ApprovalRow): Approval {
  return {
    number: row.number,
    at: row.at,
    by: { email: row.by_email, firstName: row.by_first_name, lastName: row.by_last_name },
    digest: row.digest,
    facts: JSON.parse(row.facts),
    voidBecause: row.void_because === null ? null : JSON.parse(row.void_because),
  };
}

const columns = {
  issuer_id: 'bigint',
  item_id: 'bigint',
  number: 'int',
  at: 'timestamptz',
  by_email: 'text',
  by_first_name: 'text',
  by_last_name: 'text',
  digest: 'text',
  facts: 'text',
} as const;

/** Records an approval of the item's present content. */
export async function addApproval(tx: Tx, item: Item, by: Actor, at: string, facts: Facts): Promise<void> {
  await insertRows(tx, 'item_approval', columns, [
    {
      issuer_id: item.issuerId,
      item_id: item.id,
      number: item.version,
      at,
      by_email: by.email,
      by_first_name: by.firstName,
      by_last_name: by.lastName,
      digest: item.digest,
      facts: JSON.stringify(facts),
    },
  ]);
}

/** Makes the approval that counts void, and says why. */
export async function voidApproval(tx: Tx, item: Item, because: readonly Change[]): Promise<void> {
  await queryPrepared(
    tx,
    `update item_approval set void_because = $3 where issuer_id = $1 and item_id = $2 and void_because is null`,
    [item.issuerId, item.id, JSON.stringify(because)],
  );
}

/** Why the approval of an item no longer counts; empty when it does. */
export function approvalChanges(
  approval: Approval,
  item: Item,
  now: Facts,
  { today, timeZone }: { today: string; timeZone: string },
): Change[] {
  const changes = factChanges(approval.facts, now);
  // Without the digests: beside the content, they would let users find its tax IDs.
  if (approval.digest !== item.digest)
    changes.push({ field: 'content', before: 'as approved', after: 'changed since' });
  // An approval for a later day is as new on that day as it was when it was given.
  const given = [localDay(approval.at, timeZone), postingDay(item.content) ?? ''].sort().at(-1)!;
  if (businessDaysBetween(given, today) >= voidAfterDays)
    changes.push({ field: 'age', before: given, after: today });
  return changes;
}

/**
 * The users who changed an item's content or its files since its last approval, by e-mail. An item that an officer of the
 * issuer asked for was examined by who submitted it: the approver is another user of the agent.
 */
export async function contentBy(db: Db, item: Item): Promise<string[]> {
  const { rows } = await queryPrepared<{ by_email: string }>(
    db,
    `select by_email from item_step
      where issuer_id = $1 and item_id = $2 and (action in ('enter', 'update', 'addFile', 'removeFile') or action = 'submit' and $3)
        and number > coalesce((select max(number) from item_approval where issuer_id = $1 and item_id = $2), 0)`,
    [item.issuerId, item.id, item.requestedBy !== null],
  );
  return rows.map((row) => row.by_email);
}
