// Searches holders of an issuer by words of their names or by id.

import type { CalendarDate } from '#lib/format/dates';
import { searchWords, spacedName, wholeWord } from '#registry/db/account-words';
import { nameKey } from '#registry/db/names';
import type { Db } from '#registry/db/session';
import { type HolderName, type HolderRow, holderColumns, toHolderName } from '../holder-name.ts';

type Search = {
  issuerId: bigint;
  /** The close of this day: holders are those with outstanding shares. */
  day: CalendarDate;
  text: string;
  limit: number;
};

/** Above this a word is common; which of several common ones is read does not matter. */
const countedMax = 5_000;

/** After every text that begins with `text`. */
const behind = (text: string) => `${text}\u{10ffff}`;

/**
 * Holders whose sort name or name begins with the text, then those with every word of it at the start of a word of
 * their name, or with the text at the start of their id; at most `limit`. Each statement reads a range of an index in
 * its order and ends at the limit, so that no more is read of a large register.
 */
export async function findHolders(db: Db, search: Search): Promise<HolderName[]> {
  const found = new Map<bigint, HolderName>();
  const add = (rows: readonly HolderRow[]) => {
    for (const row of rows) if (found.size < search.limit) found.set(row.holder_id, toHolderName(row));
  };
  const key = nameKey(search.text);
  const words = searchWords(search.text);
  const whole = wholeWord(search.text);
  if (key === '' || words.length === 0) return [];
  add(await byKey(db, search, 'sort_key', key));
  if (found.size < search.limit) add(await byKey(db, search, 'name_key', key));
  if (found.size < search.limit) add(await byWords(db, search, words));
  if (found.size < search.limit && !words.includes(whole)) add(await byWords(db, search, [whole]));
  return [...found.values()];
}

const holdsShares = `exists (select 1 from certificate c
                              where c.issuer_id = $1 and c.holder_id = a.holder_id
                                and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury)`;

async function byKey(
  db: Db,
  { issuerId, day, limit }: Search,
  column: 'sort_key' | 'name_key',
  key: string,
): Promise<HolderRow[]> {
  const { rows } = await db.query<HolderRow>(
    `select ${holderColumns}
       from (select a.${column}, a.holder_id from account a
              where a.issuer_id = $1 and a.${column} >= $3 and a.${column} < $4 and ${holdsShares}
              order by a.${column}, a.holder_id limit $5::bigint) as k
       join holder h on h.id = k.holder_id
      order by k.${column}, k.holder_id`,
    [issuerId, day, key, behind(key), limit],
  );
  return rows;
}

/** Reads the accounts of the rarest word and checks the others against the name of each. */
async function byWords(db: Db, search: Search, words: readonly string[]): Promise<HolderRow[]> {
  const { issuerId, day, limit } = search;
  const rarest = await rarestOf(db, issuerId, words);
  if (rarest === null) return [];
  const others = words.filter((word) => word !== rarest);
  const has = others.map((_, index) => `and strpos(' ' || ${spacedName}, ' ' || $${6 + index}) > 0`);
  const { rows } = await db.query<HolderRow>(
    `select ${holderColumns}
       from (select w.word, w.holder_id
               from account_word w
               join account a on a.issuer_id = $1 and a.holder_id = w.holder_id
              where w.issuer_id = $1 and w.word >= $3 and w.word < $4 and ${holdsShares}
                ${has.join(' ')}
              order by w.word, w.holder_id limit $5::bigint) as k
       join holder h on h.id = k.holder_id
      order by k.word, k.holder_id`,
    [issuerId, day, rarest, behind(rarest), 2 * limit, ...others],
  );
  return rows;
}

/** The word with the fewest accounts; null when one has none. */
async function rarestOf(db: Db, issuerId: bigint, words: readonly string[]): Promise<string | null> {
  let rarest: { word: string; count: number } | null = null;
  for (const word of words) {
    const { rows } = await db.query<{ count: bigint }>(
      `select count(*) as count from (select 1 from account_word
         where issuer_id = $1 and word >= $2 and word < $3 limit ${countedMax}) as counted`,
      [issuerId, word, behind(word)],
    );
    const count = Number(rows[0]?.count ?? 0n);
    if (count === 0) return null;
    if (rarest === null || count < rarest.count) rarest = { word, count };
  }
  return rarest?.word ?? null;
}
