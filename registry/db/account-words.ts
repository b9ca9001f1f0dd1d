// SQL for the table account_word: words of account names, for the search for holders.

import { nameKey } from './names.ts';

/** Longest word that is stored and searched, in characters. */
const wordMax = 60;

/** Punctuation that separates words; every other character belongs to one. */
const separators = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** The name of account `a` with a blank in place of each separator. */
export const spacedName = `translate(a.name_key, '${separators.replace("'", "''")}', '${' '.repeat(separators.length)}')`;

/**
 * The rows of account_word of the accounts for which `where` is true: the words of the name and, as one word, the
 * customer's id. `a` is the account, `h` its holder.
 */
const wordsWhere = (where: string) =>
  `select distinct issuer_id, left(part, ${wordMax}) as word, holder_id
     from (select a.issuer_id, a.holder_id,
                  unnest(string_to_array(${spacedName}, ' ') || lower(h.customer_id)) as part
             from account a join holder h on h.id = a.holder_id
            where ${where}) as parts
    where part <> ''`;

/** What account_word has to contain for an issuer, $1. */
export const accountWords = wordsWhere('a.issuer_id = $1');

/** Adds the words of every account of an issuer, $1; in the order of the index, which is then written page by page. */
export const addAllWords = `insert into account_word (issuer_id, word, holder_id) ${accountWords}
   order by issuer_id, word, holder_id`;

/**
 * Adds the words of the accounts of these holders, $2, at an issuer, $1. They are read first, because Citus sends an
 * insert from a query that joins a reference table, `holder`, to every shard.
 */
export const addWords = `with words as materialized (${wordsWhere('a.issuer_id = $1 and a.holder_id = any($2::bigint[])')})
  insert into account_word (issuer_id, word, holder_id) select issuer_id, word, holder_id from words`;

/** Removes the words of the account of a holder, $2, at an issuer, $1; call before its name changes. */
export const removeWords = `delete from account_word
  using (${wordsWhere('a.issuer_id = $1 and a.holder_id = $2')}) as old
  where account_word.issuer_id = $1 and account_word.word = old.word and account_word.holder_id = $2`;

/** The words of a text as they are stored. */
export function searchWords(text: string): string[] {
  const blank = [...nameKey(text)].map((letter) => (separators.includes(letter) ? ' ' : letter)).join('');
  return [...new Set(blank.split(' ').filter(Boolean))].map(cutWord);
}

/** A whole text as one word, as the customer's id is stored. */
export const wholeWord = (text: string): string => cutWord(text.toLowerCase().trim());

const cutWord = (word: string) => [...word].slice(0, wordMax).join('');
