// The 41 invariants of the books by number and title, with the kind of object each examines.

/** The kind of object an invariant checks. They are counted, so that "holds" says for how many. */
export type Unit =
  | 'classes'
  | 'certificates'
  | 'holdings'
  | 'transactions'
  | 'transfers'
  | 'issuances'
  | 'conversions'
  | 'retirements'
  | 'splits and stock dividends'
  | 'stops'
  | 'meetings'
  | 'ballots'
  | 'dividends'
  | 'records of meetings and dividends'
  | 'tax lots'
  | 'agent years'
  | 'idempotency keys'
  | 'items';

/**
 * One invariant of the books. `instead`: what is checked when the books do not store enough for the rule
 * itself.
 */
export type Line = { number: number; title: string; unit: Unit; instead?: string };

/** The 41 invariants of the books, in the order of the report. */
export const lines: readonly Line[] = [
  { number: 1, title: 'authorized covers issued and reserved', unit: 'classes' },
  { number: 2, title: 'issued is outstanding plus treasury', unit: 'classes' },
  { number: 3, title: 'outstanding is the sum of certificates', unit: 'certificates' },
  { number: 4, title: 'outstanding is the sum of holdings', unit: 'holdings' },
  { number: 5, title: 'restricted plus free is outstanding', unit: 'holdings' },
  { number: 6, title: 'certificates have shares, dates, own numbers', unit: 'certificates' },
  { number: 7, title: 'every count of holders is the same', unit: 'holdings' },
  { number: 8, title: 'issued is the replay of the control book', unit: 'classes' },
  { number: 9, title: 'outstanding changes by the journal', unit: 'transactions' },
  { number: 10, title: 'no balance was ever negative', unit: 'holdings' },
  {
    number: 11,
    title: 'a transfer issues what it cancels',
    unit: 'transfers',
    instead:
      'That something changed is not tested by itself: every certificate issued has a new number, and a nominee’s position another number of shares, which line 6 proves.',
  },
  { number: 12, title: 'an issuance draws on what was unissued', unit: 'issuances' },
  { number: 13, title: 'a conversion follows its ratio', unit: 'conversions' },
  { number: 14, title: 'a retirement retires its difference', unit: 'retirements' },
  { number: 15, title: 'splits reach every account by ratio', unit: 'splits and stock dividends' },
  { number: 16, title: 'rounding stays below one share an account', unit: 'splits and stock dividends' },
  { number: 17, title: 'canceled certificates existed before', unit: 'certificates' },
  { number: 18, title: 'one issuer and class in a transaction', unit: 'transactions' },
  { number: 19, title: 'restricted shares stay restricted', unit: 'transactions' },
  { number: 20, title: 'stopped certificates stay', unit: 'stops' },
  { number: 21, title: 'only completed transactions move shares', unit: 'transactions' },
  { number: 22, title: 'dates follow one another', unit: 'transactions' },
  { number: 23, title: 'percentages of a class add up to 100', unit: 'holdings' },
  { number: 24, title: 'diluted rows are outstanding and reserved', unit: 'classes' },
  { number: 25, title: 'dilution raises no percentage', unit: 'holdings' },
  { number: 26, title: 'printed percentages and shares read back', unit: 'holdings' },
  { number: 27, title: 'balance, reports, list, control book agree', unit: 'classes' },
  { number: 28, title: 'cap table and details equal the balance', unit: 'holdings' },
  { number: 29, title: 'holding summaries add up to outstanding', unit: 'holdings' },
  { number: 30, title: 'labels divide without rest', unit: 'holdings' },
  { number: 31, title: 'the status list is the sum of its statuses', unit: 'transactions' },
  { number: 32, title: 'the journal has every completed entry', unit: 'transactions' },
  { number: 33, title: 'entitled is what was held at record date', unit: 'meetings' },
  { number: 34, title: 'votes add up to shares present', unit: 'ballots' },
  {
    number: 35,
    title: 'closed meetings are closed',
    unit: 'meetings',
    instead:
      'Earlier results are not kept. Proved instead: only opened meetings have a frozen list and ballots, and no ballot is dated before the record date or after the meeting.',
  },
  { number: 36, title: 'payments add up to the distribution', unit: 'dividends' },
  {
    number: 37,
    title: 'treasury has no cash and no vote',
    unit: 'records of meetings and dividends',
  },
  {
    number: 38,
    title: 'tax lots cover shares and keep their basis',
    unit: 'tax lots',
    instead:
      'A forward split or stock dividend restates lots in place. Proved instead: its new shares carry the basis per share of those they came with; transfers and reverse splits are compared where no such restatement followed.',
  },
  { number: 39, title: 'the figures of TA-2 agree', unit: 'agent years' },
  {
    number: 40,
    title: 'an idempotency key counts once',
    unit: 'idempotency keys',
    instead:
      'The answer to a repeated write is not asked for, since that would write. Proved instead: every key was accepted once, what it was answered is in the books, and no issuance answers two keys.',
  },
  { number: 41, title: 'items match steps and transactions', unit: 'items' },
];
