// Type of a row of the model: every fact that any record may have.

type Words<S> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S & string;
type Facts =
  'kind status name name2 name3 sortName accountType code series description cusip paper book form';
type Days =
  'day opened action issued canceled received effective completed rejected processed placed released';
type Texts = 'prefix lost presentor from to title record mailed meeting close quorum ratio rounding payable';
type More =
  'month today joined resolved purpose stage facts enteredBy approved customerShareholderId primaryTaxId primaryTaxIdType primaryPayeeName';
/** Of holders and items: addresses, mail, searches and files. */
type Work = 'bad mailed returned resent searched assignedTo reason next text notBefore';
type Taxes = 'secondaryTaxId secondaryTaxIdType secondaryPayeeName effectiveDate processDate certificateType';
type Codes = 'securityTypeCode securitySeriesCode restrictionCode';
type Figures =
  'id version number shares order n d micros invoice customerIssuerId amount increase chargeAmount step';
type Flags = 'isDollar isDrs isPlan isReversed isNominee isOwn isTreasury isItem isRoutine isPost isPrior';
type Choices =
  'isReplaced isApart isAdjusting isResolving isPlanned isCharged isLate isCounted isMet isVoid isPapered isRechecked';
type Rows = {
  [W in Words<'issuer cls holder txn item stop by end certificate parent reserve paid plan dividend shareholder securityType original undoes undone root replaces made'>]: Row;
};
type Lists = {
  [W in Words<'lines frozen ballots add cancel postings certificates files carried of'>]: Row[];
} & {
  [W in Words<'contentBy approvals history'>]: string[];
};
type Others = { key?: bigint | null | undefined; par: number | null; moved?: bigint | undefined };
type Places = Record<'primaryAddress' | 'mailingAddress', Record<string, string> | null>;
type Plain = Record<
  Words<Facts> | Words<Days> | Words<Texts> | Words<More> | Words<Work> | Words<Taxes> | Words<Codes>,
  string
>;
type Marks = Record<Words<Flags> | Words<Choices>, boolean>;
/**
 * A row of any list: a field means the same in all; each list uses some. Days are 'yyyy-mm-dd', '' for none.
 */
export type Row = Plain & Record<Words<Figures>, bigint> & Marks & Rows & Lists & Others & Places;
export type Some = Partial<Row>;
type Books = 'issuers classes holders accounts papers txns postings stops proxies dividends';
type Notes = 'differences prices escheats members items mails searches';
export type Model = Record<Words<Books> | Words<Notes>, Row[]> & {
  agent: string;
  keys: string[];
  holidays: string[];
};
/** Facts of rows: a value, or a condition. */
export type Match = { [W in keyof Row]?: Row[W] | ((value: Row[W]) => unknown) | undefined } & {
  'holder.customerShareholderId'?: unknown;
  'cls.issuer'?: unknown;
};
/** A request, with names in lower camel case. */
export type Query = Record<string, string | bigint | number | undefined>;
