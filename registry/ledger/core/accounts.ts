// Accounts of holders at an issuer: opening, loading and sort keys.

import { arrayText } from '#registry/db/insert';
import { nameKey } from '#registry/db/names';
import { queryPrepared } from '#registry/db/query-prepared';
import { assertRule } from './ledger-error.ts';
import type { Account } from './types.ts';
import { add, type Tx, type UnitOfWork } from './unit-of-work.ts';
export type OpenAccount = {
  issuerId: bigint;
  holderId: bigint;
  role?: 'holder' | 'treasury';
  openedOn: string;
  paysBy?: 'Check' | 'ACH' | 'Wire';
};

type Registration = { name: string; name2: string; name3: string; sortName: string; isNominee: boolean };

/** Registers an existing holder at an issuer. Treasury is an ordinary account with a role. */
export async function openAccountIn(book: UnitOfWork, input: OpenAccount): Promise<Account> {
  const { rows } = await book.tx.query(
    `select h.name, h.name2, h.name3, h.sort_name, h.is_nominee, a.holder_id
       from holder h left join account a on a.issuer_id = $1 and a.holder_id = h.id where h.id = $2`,
    [book.issuerId, input.holderId],
  );
  const row = rows[0];
  assertRule(row, 'unknownHolder', 'holderId', `There is no holder ${input.holderId}.`);
  assertRule(row.holder_id === null, 'accountExists', 'holderId', `${row.name} already has an account here.`);
  return addAccount(book, input, {
    name: row.name,
    name2: row.name2,
    name3: row.name3,
    sortName: row.sort_name,
    isNominee: row.is_nominee,
  });
}

/** An index entry must fit a third of a page. Names are cut only far beyond the point where they differ. */
const indexKeyBytesMax = 1000;

/** The sort key of an account: the key of its name, cut to the length an index can hold. */
export function indexKey(name: string): string {
  const key = nameKey(name);
  const bytes = Buffer.from(key);
  if (bytes.length <= indexKeyBytesMax) return key;
  return new TextDecoder()
    .decode(bytes.subarray(0, indexKeyBytesMax))
    .replace(/^(.*[^\ufffd])?\ufffd*$/s, '$1');
}

/** Like `openAccountIn` when the registration is already loaded, so nothing is read. */
export function addAccount(book: UnitOfWork, input: OpenAccount, registration: Registration): Account {
  const { holderId } = input;
  assertRule(
    !book.accounts.has(holderId),
    'accountExists',
    'holderId',
    `${registration.name} already has an account here.`,
  );
  const account: Account = {
    holderId,
    label: [registration.name, registration.name2, registration.name3].filter(Boolean).join(' '),
    isTreasury: input.role === 'treasury',
    isNominee: registration.isNominee,
  };
  add(book, 'account', {
    issuer_id: book.issuerId,
    holder_id: holderId,
    role: input.role ?? 'holder',
    sort_key: indexKey(registration.sortName),
    name_key: indexKey(account.label),
    opened_on: input.openedOn,
    pays_by: input.paysBy ?? 'Check',
  });
  book.accounts.set(holderId, account);
  book.newAccounts.add(holderId);
  return account;
}

/** Loads accounts that are not in the book yet; each must exist. */
export async function loadAccounts(book: UnitOfWork, holderIds: readonly bigint[]): Promise<void> {
  await readAccounts(book, holderIds);
  const absent = holderIds.find((id) => !book.accounts.has(id));
  assertRule(
    absent === undefined,
    'unknownAccount',
    'holderId',
    `Holder ${absent} has no account at ${book.issuerName}.`,
  );
}

/** Loads accounts that are not in the book yet; missing ones are skipped. */
export async function readAccounts(book: UnitOfWork, holderIds: readonly bigint[]): Promise<void> {
  const missing = holderIds.filter((id) => !book.accounts.has(id));
  if (missing.length === 0 || book.isNew) return;
  const { rows } = await queryPrepared<AccountRow>(
    book.tx,
    `select a.holder_id, a.role, h.name, h.name2, h.name3, h.is_nominee
       from account a join holder h on h.id = a.holder_id
      where a.issuer_id = $1 and a.holder_id = any($2::bigint[])`,
    [book.issuerId, arrayText(missing)],
  );
  for (const row of rows) book.accounts.set(row.holder_id, accountOf(row));
}

/**
 * The accounts at an issuer of these holders, given by customer id; used before the issuer's book is open.
 */
export async function accountsOfCustomers(
  tx: Tx,
  issuerId: bigint,
  customerIds: readonly string[],
): Promise<Account[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await queryPrepared<AccountRow>(
    tx,
    `select a.holder_id, a.role, h.name, h.name2, h.name3, h.is_nominee
       from holder h join account a on a.issuer_id = $1 and a.holder_id = h.id
      where h.customer_id = any($2::text[])`,
    [issuerId, arrayText(customerIds)],
  );
  return rows.map(accountOf);
}

type AccountRow = {
  holder_id: bigint;
  role: string;
  name: string;
  name2: string;
  name3: string;
  is_nominee: boolean;
};

function accountOf(row: AccountRow): Account {
  return {
    holderId: row.holder_id,
    label: [row.name, row.name2, row.name3].filter(Boolean).join(' '),
    isTreasury: row.role === 'treasury',
    isNominee: row.is_nominee,
  };
}

/** One name; two or three joined with "; "; for more, the first name and the number of the others. */
export function namesText(book: UnitOfWork, holderIds: Iterable<bigint>): string {
  const labels = [...new Set(holderIds)].map((id) => book.accounts.get(id)?.label ?? '');
  if (labels.length <= 3) return labels.join('; ');
  return `${labels[0]} (+${labels.length - 1} more)`;
}
