/** What the naive register of ./model.ts holds. Days are 'yyyy-mm-dd', shares bigint; '' stands for no day. */
export type Day = string;
export type Code = 'N' | 'R' | 'B' | 'A' | 'S' | 'L' | 'O';
export type Form = 'BookEntry' | 'Certificate';
export type Rounding = 'Round Up' | 'Round Down' | 'Round Nearest' | 'Cash In Lieu' | 'None';
export type Address = Record<string, string>;

export type Issuer = { id: bigint; key: bigint; name: string; status: string; address: Address };

export type Class = {
  id: bigint;
  issuer: Issuer;
  code: string;
  series: string;
  name: string;
  description: string;
  cusip: string;
  par: number | null;
  isDollar: boolean;
  isUnlimited: boolean;
  isDrs: boolean;
  hasPlan: boolean;
  paper: string;
  book: string;
  opened: Day;
  /** Record day of the last split or stock dividend. */
  action: Day;
  isReversed: boolean;
};

export type TaxId = { number: string; type: string; payee: string };

export type Holder = {
  id: bigint;
  key: string;
  lines: string[];
  sort: string;
  type: string;
  primary: Address;
  mailing: Address | null;
  tax: TaxId;
  tax2: TaxId;
  isNominee: boolean;
  lost: Day;
  /** Registered by the API client of the tests. */
  isOwn?: boolean;
};

export type Account = { issuer: Issuer; holder: Holder; isTreasury: boolean };

export type Txn = {
  id: bigint;
  key: bigint | null;
  issuer: Issuer;
  kind: string;
  status: string;
  received: Day;
  effective: Day;
  completed: Day;
  rejected: Day;
  /** UTC day of posting. */
  processed: Day;
  presentor: string;
  invoice: bigint;
  isItem: boolean;
  isRoutine: boolean;
  from: string;
  to: string;
  /** What an instruction by the API left to be done. */
  plan?: { cls: Class; lines: Line[] };
};

/** A certificate to come into being; without a prefix it gets the one of its class, or the nominee's. */
export type Added = {
  cls: Class;
  holder: Holder;
  shares: bigint;
  code: Code;
  form: Form;
  prefix?: string;
  key: bigint | null;
  parent?: Paper;
};

/** Shares of one certificate to be; no code means that of the shares it is made of. */
export type Line = Pick<Added, 'holder' | 'shares' | 'form' | 'prefix' | 'key'> & { code?: Code | undefined };

export type Paper = Added & {
  id: bigint;
  number: bigint;
  prefix: string;
  isTreasury: boolean;
  isPost: boolean;
  issued: Day;
  canceled: Day;
  by: Txn;
  end?: Txn;
};

export type Reserve = { id: bigint; cls: Class; name: string };
/** A change of the authorized shares, or of a reserve. */
export type Change = { cls: Class; reserve?: Reserve; day: Day; delta: bigint };
export type Stop = { id: bigint; paper: Paper; kind: string; placed: Day; released: Day };
export type Owed = { holder: Holder; shares: bigint };

export type Meeting = {
  id: bigint;
  cls: Class;
  title: string;
  record: Day;
  mailed: Day;
  meeting: string;
  close: string;
  status: string;
  /** Percent with two decimals. */
  quorum: string;
  frozen?: Owed[];
  ballots: Owed[];
};

/** `micros` is the rate in millionths of a dollar, 0 for stock; n / d the additional shares per share. */
export type Dividend = {
  id: bigint;
  cls: Class;
  kind: 'Cash' | 'Special Cash' | 'Stock';
  micros: bigint;
  n: bigint;
  d: bigint;
  ratio: string;
  rounding: Rounding;
  record: Day;
  payable: Day;
  paid?: { shares: bigint; amount: bigint };
};

export type Difference = {
  id: bigint;
  cls: Class;
  shares: bigint;
  opened: Day;
  resolved: Day;
  isPrior: boolean;
};

/** What a transaction brings along besides certificates; `pending` is the one it completes. */
export type Entry = {
  issuer: Issuer;
  key: bigint | null;
  today: Day;
  received: Day;
  effective: Day;
  processed: Day;
  presentor: string;
  isCharged: boolean;
  isItem: boolean;
  isRoutine: boolean;
  pending?: Txn;
};

export type Model = {
  agent: string;
  issuers: Issuer[];
  classes: Class[];
  holders: Holder[];
  accounts: Account[];
  papers: Paper[];
  txns: Txn[];
  reserves: Reserve[];
  changes: Change[];
  stops: Stop[];
  proxies: Meeting[];
  dividends: Dividend[];
  differences: Difference[];
  /** Price of a unit in millionths of a dollar. */
  prices: { cls: Class; day: Day; micros: bigint }[];
  escheats: { issuer: Issuer; day: Day }[];
  members: { cls: Class; holder: Holder; joined: Day }[];
};
