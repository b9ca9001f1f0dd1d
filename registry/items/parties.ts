// Finds, opens or registers the accounts that an item names.

import type { ItemContent } from '#lib/contract/agent/content';
import { arrayText } from '#registry/db/insert';
import { addAccount, openAccountIn, readAccounts } from '#registry/ledger/core/accounts';
import { firstDayOf } from '#registry/ledger/core/entry';
import type { Account } from '#registry/ledger/core/types';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { createHolders } from '#registry/ledger/holders/change-holder';
import { holderInput } from '#registry/ledger/holders/holder-input';
import type { Work } from './item-work.ts';
import { type Obstacle, refuses, warns } from './obstacle.ts';

/** The accounts of lines that existed before the item; null for one that it registers. */
export function knownAccounts({ registered }: Work, holderIds: readonly bigint[]): (bigint | null)[] {
  return holderIds.map((id) => (id > 0n && !registered.has(id) ? id : null));
}

type Line = ItemContent['lines'][number];
type Registration = NonNullable<Line['shareholder']>;

/** The account of a line, or undefined with the obstacle that says why there is none. */
export async function accountOfLine(
  work: Work,
  line: Line,
  index: number,
  /** Accounts that the new registration replaces, which are no duplicates of it. */
  replaced: readonly bigint[] = [],
): Promise<{ account: Account | undefined; obstacles: Obstacle[] }> {
  const field = `lines[${index}]`;
  if (line.systemShareholderId)
    return accountById(work, BigInt(line.systemShareholderId), `${field}.systemShareholderId`);
  if (line.shareholder) return newAccount(work, line.shareholder, index, replaced);
  return {
    account: undefined,
    obstacles: [refuses('incomplete', field, 'Name the account, or enter a new registration.', ['O13'])],
  };
}

/** The account of a holder at the issuer; opened when the holder has none here. */
export async function accountById(
  { book, content, today, mayUseAnyHolder }: Work,
  holderId: bigint,
  field: string,
): Promise<{ account: Account | undefined; obstacles: Obstacle[] }> {
  await readAccounts(book, [holderId]);
  const known = book.accounts.get(holderId);
  if (known) return { account: known, obstacles: [] };
  const { rows } = mayUseAnyHolder
    ? await book.tx.query('select id from holder where id = $1', [holderId])
    : { rows: [] };
  if (rows.length > 0) {
    const openedOn = openingDay(content, today);
    const account = await openAccountIn(book, { issuerId: book.issuerId, holderId, openedOn });
    return { account, obstacles: [] };
  }
  return {
    account: undefined,
    obstacles: [refuses('unknownAccount', field, `${book.issuerName} has no account ${holderId}.`, ['D02'])],
  };
}

/** An account opens no later than its first share, also where the item takes effect before it is posted. */
const openingDay = ({ effectiveDate }: Work['content'], today: string): string =>
  firstDayOf({ effectiveOn: effectiveDate ?? today, completedOn: today });

/**
 * The account of a new registration. A check only pretends that it exists: its holder has a negative number, one
 * for each line. Posting registers the holder and opens the account.
 */
async function newAccount(
  work: Work,
  shareholder: Registration,
  index: number,
  replaced: readonly bigint[],
): Promise<{ account: Account; obstacles: Obstacle[] }> {
  const { book, content, actor, clientId, now, today } = work;
  const customerId = shareholder.customerShareholderId;
  const known = customerId
    ? await book.tx.query<{ id: bigint }>('select id from holder where customer_id = $1', [customerId])
    : undefined;
  const holder = known?.rows[0];
  if (holder) {
    const { account, obstacles } = await accountById(work, holder.id, `lines[${index}].shareholder`);
    if (account) return { account, obstacles };
  }
  const obstacles = await possibleDuplicates(book, shareholder, index, replaced);
  const label = [shareholder.name, shareholder.name2, shareholder.name3].filter(Boolean).join(' ');
  const isNominee = shareholder.accountType === 'NomineeOrDepository';
  if (book.isTrial) {
    const account = { holderId: BigInt(-1 - index), label, isTreasury: false, isNominee };
    book.accounts.set(account.holderId, account);
    return { account, obstacles };
  }
  const author = {
    createdByEmail: actor.email,
    createdByFirstName: actor.firstName,
    createdByLastName: actor.lastName,
  };
  const input = holderInput(shareholder, author);
  const [made] = await createHolders(book.tx, [{ input, requested: { clientId, at: now } }]);
  work.registered.add(made!.id);
  const { name, name2 = '', name3 = '', sortName } = made!.registration;
  const account = addAccount(
    book,
    { issuerId: book.issuerId, holderId: made!.id, openedOn: openingDay(content, today) },
    { name, name2, name3, sortName, isNominee },
  );
  return { account, obstacles };
}

/** Accounts of the issuer that may be the same holder: the same tax ID, or the same name and postal code. */
async function possibleDuplicates(
  book: UnitOfWork,
  shareholder: Registration,
  index: number,
  replaced: readonly bigint[],
): Promise<Obstacle[]> {
  const { rows } = await book.tx.query<{ holder_id: bigint; name: string; same_tax: boolean }>(
    `select a.holder_id, h.name, h.primary_tax_id = $3 as same_tax
       from account a join holder h on h.id = a.holder_id
       left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      where a.issuer_id = $1 and a.holder_id <> all($5::bigint[])
        and ((h.primary_tax_id <> '' and h.primary_tax_id = $3)
             or (upper(h.name) = upper($2) and p.postal_code = $4))
      order by a.holder_id limit 5`,
    [
      book.issuerId,
      shareholder.name,
      shareholder.primaryTaxId ?? '',
      shareholder.primaryAddress.postalCode ?? '',
      arrayText(replaced),
    ],
  );
  return rows.map((row) =>
    warns(
      'possibleDuplicate',
      `lines[${index}].shareholder`,
      `Account ${row.holder_id}, ${row.name}, has the same ${row.same_tax ? 'tax ID' : 'name and postal code'}.`,
    ),
  );
}
