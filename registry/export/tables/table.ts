// Types that describe an exported table: its columns, what they hold, and which are personal.

/**
 * What a column holds and how its values are written.
 * id: number of an object within its issuer; class, transaction and certificate ids alike.
 * holder: the account number of a holder (customer id). counter: a text that may contain the id of a class.
 * search, change: place in the order of a number that counts for all issuers together.
 */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'shares'
  | 'decimal'
  | 'date'
  | 'time'
  | 'boolean'
  | 'id'
  | 'holder'
  | 'counter'
  | 'search'
  | 'change';

/**
 * What is about a person is left empty in a Plain export. A Masked one has it, but of a tax id only the last four digits,
 * and nothing of a secret: an access code, a text in which a tax id may be, or a digest with which one could be tried out.
 */
const personalFlags = ['personal', 'taxId', 'secret'] as const;
export type Personal = (typeof personalFlags)[number];

export type Column = {
  name: string;
  kind: ColumnKind;
  meaning: string;
  /** Part of the table's key; rows are ordered by the key. */
  isKey: boolean;
  mayBeNull: boolean;
  /** How it is about a person; null where it is not. */
  personal: Personal | null;
};

export type Table = { name: string; title: string; columns: readonly Column[] };

type Flag = 'key' | 'null' | Personal;
/** Name, kind, meaning, flags. */
type Given = readonly [name: string, kind: ColumnKind, meaning: string, ...flags: Flag[]];

export function table(name: string, title: string, columns: readonly Given[]): Table {
  return {
    name,
    title,
    columns: columns.map(([column, kind, meaning, ...flags]) => ({
      name: column,
      kind,
      meaning,
      isKey: flags.includes('key'),
      mayBeNull: flags.includes('null'),
      personal: personalFlags.find((flag) => flags.includes(flag)) ?? null,
    })),
  };
}
