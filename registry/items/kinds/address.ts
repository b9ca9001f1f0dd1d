// Rules of items about addresses: holds, releases, returned mail, searches for lost holders.

import type { ItemContent } from '#lib/contract/agent/content';
import { addMonths, formatDate } from '#lib/format/dates';
import { insertRows } from '#registry/db/insert';
import { readAccounts } from '#registry/ledger/core/accounts';
import { recordSearch } from '#registry/ledger/core/record-verbs';
import { takeId } from '#registry/ledger/core/unit-of-work';
import { type AddressMark, markAddress } from '#registry/ledger/holders/mark-address';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { hasDocument, holds, type Obstacle, orByReason, refuses, warns } from '../obstacle.ts';
import { receivedDay } from '../rules/clock.ts';

/** A holder's address as it stands. */
type Held = AddressMark & { id: bigint; name: string };

/** What a kind finds against its content, and what it writes. */
type Plan = { obstacles: Obstacle[]; write: (() => Promise<void>) | null };

function kindOf(plan: (work: Work, holder: Held) => Promise<Plan>): KindRules {
  return {
    transaction: null,
    isCounted: false,
    async prepare(work): Promise<Prepared> {
      const { book, content } = work;
      const field = 'systemShareholderId';
      if (!content.systemShareholderId)
        return { ...nothingPrepared, obstacles: [refuses('incomplete', field, 'Name the account.')] };
      const id = BigInt(content.systemShareholderId);
      await readAccounts(book, [id]);
      const account = book.accounts.get(id);
      if (!account) {
        const sentence = `${book.issuerName} has no account ${id}.`;
        return { ...nothingPrepared, obstacles: [refuses('unknownAccount', field, sentence)] };
      }
      const { rows } = await book.tx.query(
        'select bad_address_since, bad_address_reason, lost_since from holder where id = $1',
        [id],
      );
      const holder: Held = {
        id,
        name: account.label,
        badAddressSince: rows[0].bad_address_since,
        reason: rows[0].bad_address_reason,
        lostSince: rows[0].lost_since,
      };
      const { obstacles, write } = await plan(work, holder);
      return {
        ...nothingPrepared,
        obstacles,
        transferFrom: account.label,
        owners: [id],
        // Holders are not part of an issuer's book; a trial writes nothing.
        run:
          write &&
          (async () => {
            if (!book.isTrial) await write();
            return null;
          }),
      };
    },
  };
}

function mark({ book, actor, clientId, now }: Work, { id }: Held, next: AddressMark): Promise<void> {
  return markAddress(book.tx, id, next, { ...actor, clientId, at: now });
}

const dayOf = ({ content, item, timeZone }: Work) =>
  content.effectiveDate ?? item?.receivedOn ?? receivedDay(content.receivedAt, timeZone);

/** Mail and payments to a holder are held. */
export const addressHoldRules = kindOf(async (work, holder) => {
  const { reason } = work.content;
  const obstacles: Obstacle[] = [];
  if (!reason) obstacles.push(refuses('incomplete', 'reason', 'Enter the reason of the hold.'));
  if (holder.badAddressSince) obstacles.push(refuses('badAddress', 'systemShareholderId', heldSince(holder)));
  const next = { badAddressSince: dayOf(work), reason: reason ?? '', lostSince: holder.lostSince };
  return { obstacles, write: () => mark(work, holder, next) };
});

const heldSince = ({ name, badAddressSince }: Held) =>
  `Mail to ${name} is held since ${formatDate(badAddressSince)}.`;

/** The address is good again, by a change that the holder signed. */
export const addressReleaseRules = kindOf(async (work, holder) => {
  const { content } = work;
  const obstacles: Obstacle[] = [];
  if (!holder.badAddressSince && !holder.lostSince)
    obstacles.push(refuses('badAddress', 'systemShareholderId', `Mail to ${holder.name} is not held.`));
  obstacles.push(
    orByReason(
      content,
      holds(
        'documentMissing',
        'documents',
        "Missing: the holder's signed change of address.",
        ['O13'],
        hasDocument(content, ['OwnerLetter', 'Instruction']),
      ),
    ),
  );
  return {
    obstacles,
    write: () => mark(work, holder, { badAddressSince: null, reason: '', lostSince: null }),
  };
});

/** Mail came back. The holder is lost from then on, unless the piece is sent again within a month. */
export const returnedMailRules = kindOf(async (work, holder) => {
  const mail = work.content.returnedMail;
  if (!mail) return { obstacles: [refuses('incomplete', 'returnedMail', 'Describe the mail.')], write: null };
  const obstacles: Obstacle[] = [];
  if (mail.returnedOn > work.today || (mail.mailedOn && mail.mailedOn > mail.returnedOn))
    obstacles.push(
      refuses(
        'dateOrder',
        'returnedMail.returnedOn',
        'Mail comes back after it was sent, and not later than today.',
      ),
    );
  const isSentAgain = !!mail.resentOn && mail.resentOn <= addMonths(mail.returnedOn, 1);
  const next = {
    badAddressSince: holder.badAddressSince ?? mail.returnedOn,
    reason: holder.reason || `Returned: ${mail.piece}`,
    lostSince: holder.lostSince ?? (isSentAgain ? null : mail.returnedOn),
  };
  return {
    obstacles,
    write: async () => {
      await insertRows(work.book.tx, 'returned_mail', mailColumns, [
        {
          ...common(work, holder),
          id: takeId(work.book, 'returned mail'),
          piece: mail.piece,
          mailed_on: mail.mailedOn,
          returned_on: mail.returnedOn,
          resent_on: mail.resentOn,
        },
      ]);
      await mark(work, holder, next);
    },
  };
});

const common = ({ book, item, now, actor }: Work, { id }: Held) => ({
  issuer_id: book.issuerId,
  holder_id: id,
  item_id: item!.id,
  recorded_at: now,
  recorded_by: actor.email,
});

const commonColumns = {
  issuer_id: 'bigint',
  id: 'bigint',
  holder_id: 'bigint',
  item_id: 'bigint',
  recorded_at: 'timestamptz',
  recorded_by: 'text',
} as const;

const mailColumns = {
  ...commonColumns,
  piece: 'text',
  mailed_on: 'date',
  returned_on: 'date',
  resent_on: 'date',
} as const;

type Search = NonNullable<ItemContent['search']>;

/** A search for a lost holder. One made too early is kept and does not count. */
export const lostSearchRules = kindOf(async (work, holder) => {
  const { search } = work.content;
  if (!search) return { obstacles: [refuses('incomplete', 'search', 'Describe the search.')], write: null };
  const obstacles: Obstacle[] = [];
  if (search.searchedOn > work.today)
    obstacles.push(refuses('dateOrder', 'search.searchedOn', 'A search lies not in the future.'));
  if (!holder.lostSince) {
    obstacles.push(refuses('notLost', 'systemShareholderId', `${holder.name} is not lost.`));
    return { obstacles, write: null };
  }
  const window = await searchWindow(work, holder, holder.lostSince, search.number);
  const isEarly = window === null || search.searchedOn < window.from;
  if (isEarly)
    obstacles.push(
      warns(
        'searchTooEarly',
        'search.searchedOn',
        window
          ? `Search ${search.number} counts from ${formatDate(window.from)}; this one is kept and does not count.`
          : 'No earlier search counts; this one is kept and does not count.',
      ),
    );
  else if (search.searchedOn > window.to)
    obstacles.push(
      warns(
        'searchLate',
        'search.searchedOn',
        `Search ${search.number} was due by ${formatDate(window.to)}.`,
      ),
    );
  return { obstacles, write: () => writeSearch(work, holder, search, !isEarly) };
});

/** The first search is due 3 to 12 months after the holder was lost, each further one 6 to 12 after the one before. */
async function searchWindow(
  { book }: Work,
  { id }: Held,
  lostSince: string,
  number: number,
): Promise<{ from: string; to: string } | null> {
  if (number === 1) return { from: addMonths(lostSince, 3), to: addMonths(lostSince, 12) };
  const { rows } = await book.tx.query<{ searched_on: string | null }>(
    `select max(searched_on) as searched_on from holder_search
      where issuer_id = $1 and holder_id = $2 and number = $3 and is_counted and searched_on >= $4`,
    [book.issuerId, id, number - 1, lostSince],
  );
  const before = rows[0]?.searched_on;
  return before ? { from: addMonths(before, 6), to: addMonths(before, 12) } : null;
}

/** A single search is a batch of one, so that the searches TA-2 counts stay one sum. */
async function writeSearch(work: Work, holder: Held, search: Search, isCounted: boolean): Promise<void> {
  const { searchedOn, service, result } = search;
  const found = result === 'Candidate' ? 1 : 0;
  const searchId = await recordSearch(work.book.tx, { searchedOn, service, submitted: 1, found });
  await insertRows(work.book.tx, 'holder_search', searchColumns, [
    {
      ...common(work, holder),
      id: takeId(work.book, 'holder search'),
      search_id: searchId,
      number: search.number,
      searched_on: searchedOn,
      service,
      searched_by: search.by,
      terms: search.terms,
      result,
      evidence: search.evidence ?? '',
      candidate: search.candidate ?? '',
      letter_sent_on: search.letterSentOn,
      is_counted: isCounted,
    },
  ]);
}

const searchColumns = {
  ...commonColumns,
  search_id: 'bigint',
  number: 'int',
  searched_on: 'date',
  service: 'text',
  searched_by: 'text',
  terms: 'text',
  result: 'text',
  evidence: 'text',
  candidate: 'text',
  letter_sent_on: 'date',
  is_counted: 'boolean',
} as const;
