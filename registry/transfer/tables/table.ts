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

export type Column = {
  name: string;
  kind: ColumnKind;
  meaning: string;
  /** Part of the table's key; rows are ordered by the key. */
  isKey: boolean;
  mayBeNull: boolean;
  /** About a person: left empty in an export without personal data. */
  isPersonal: boolean;
};

export type Table = { name: string; title: string; columns: readonly Column[] };

type Flag = 'key' | 'null' | 'personal';
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
      isPersonal: flags.includes('personal'),
    })),
  };
}
