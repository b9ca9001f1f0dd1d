type Words<S> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S & string;
type Facts =
  'kind status name name2 name3 sortName accountType code series description cusip paper book form';
type Days =
  'day opened action issued canceled received effective completed rejected processed placed released';
type Texts = 'prefix lost presentor from to title record mailed meeting close quorum ratio rounding payable';
type More =
  'today joined resolved purpose customerShareholderId primaryTaxId primaryTaxIdType primaryPayeeName';
type Taxes = 'secondaryTaxId secondaryTaxIdType secondaryPayeeName effectiveDate processDate certificateType';
type Codes = 'securityTypeCode securitySeriesCode restrictionCode';
type Figures = 'id number shares n d micros invoice customerIssuerId amount increase chargeAmount';
type Flags = 'isDollar isDrs isPlan isReversed isNominee isOwn isTreasury isItem isRoutine isPost isPrior';
type Choices = 'isAdjusting isResolving';
type Rows = {
  [W in Words<'issuer cls holder txn by end certificate parent reserve paid plan dividend shareholder securityType'>]: Row;
};
type Lists = { [W in Words<'lines frozen ballots add cancel events certificates'>]: Row[] };
type Others = { key: bigint | null; par: number | null };
type Places = Record<'primaryAddress' | 'mailingAddress', Record<string, string> | null>;
type Plain = Record<
  Words<Facts> | Words<Days> | Words<Texts> | Words<More> | Words<Taxes> | Words<Codes>,
  string
>;
type Marks = Record<Words<Flags> | Words<Choices>, boolean>;
/** A row of any list: a word means the same in all, each list uses some. Days are 'yyyy-mm-dd', '' for none. */
export type Row = Plain & Record<Words<Figures>, bigint> & Marks & Rows & Lists & Others & Places;
export type Some = Partial<Row>;
type Books = 'issuers classes holders accounts papers txns reserves events stops proxies dividends';
type Notes = 'differences prices escheats members';
export type Model = Record<Words<Books> | Words<Notes>, Row[]> & {
  agent: string;
  keys: string[];
  holidays: string[];
};

/** List functions that know nothing of registers. */
export const sum = (list: readonly Some[]) => list.reduce((total, one) => total + one.shares!, 0n);
export const unique = <T>(list: readonly T[]) => [...new Set(list)];
export const halfUp = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole);
export const plusDays = (day: string, n: number) =>
  new Date(Date.parse(day) + n * 864e5).toISOString().slice(0, 10);
/** The rows that have these facts. */
export const where = <T extends Some>(rows: readonly T[], match: Some) => {
  const facts = Object.entries(match) as ['id', bigint][];
  return rows.filter((one) => facts.every(([word, value]) => one[word] === value));
};
export const groups = <T, W extends keyof T>(rows: readonly T[], word: W) =>
  unique(rows.map((one) => one[word])).map((key) => rows.filter((one) => one[word] === key));
/** Sorts by the first of the words that differs. */
export const by = (words: string) => (a: object, b: object) => {
  const word = words.split(' ').find((each) => a[each as never] !== b[each as never]) as never;
  return word ? (a[word] < b[word] ? -1 : 1) : 0;
};
export const words = (text: string) => text.split(/\s+/);
export const blank = (text: string) => Object.fromEntries(words(text).map((word) => [word, '']));

type Form = (value: never, row: never) => unknown;
/** Columns as `name=path:form`, the path where it is not the name; with them, named alike, the rows inside a row. */
export type Shape = string | [columns: string, inside: Record<string, Shape>];
/**
 * Writes rows in a shape. A form shows a value in its way; one of the pairs gives the value and the text that stands
 * beside it as `nameFormat`.
 */
export const projector = (
  forms: Record<string, Form>,
  pairs: Record<string, (...a: never[]) => [unknown, string]>,
) => {
  const at = (row: object, path: string) =>
    path === '' ? row : path.split('.').reduce((one, word) => one[word as never] as object, row);
  const pick = (row: object, columns: string) =>
    words(columns).flatMap((column): [string, unknown][] => {
      const [, name = '', path = name, form = ''] = /^(\w+)(?:=([\w.]*))?(?::(\w+))?$/.exec(column)!;
      const value = at(row, path) as never;
      if (!(form in pairs)) return [[name, forms[form]?.(value, row as never) ?? value]];
      const [shown, text] = pairs[form]!(value, row as never);
      return [
        [name, shown],
        [`${name}Format`, text],
      ];
    });
  const project = (rows: object, shape: Shape): unknown => {
    if (Array.isArray(rows)) return rows.map((one) => project(one, shape));
    const [columns, inside] = typeof shape === 'string' ? [shape, {}] : shape;
    const lists = Object.entries(inside).map(([column, one]) => {
      const [name, path = name] = column.split('=');
      return [name, project(at(rows, path!), one)];
    });
    return Object.fromEntries([...(columns ? pick(rows, columns) : []), ...lists]);
  };
  return project;
};
