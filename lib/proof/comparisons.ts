// Makes the comparisons of the sources of an issuer's books.

import { formatDate } from '#lib/format/dates';
import { counted } from '#lib/format/shares';
import { type Comparison, equal, type Side, within } from './comparison.ts';
import { depositoryComparisons } from './depository/facts.ts';
import type { ClassFacts, PlanFigures, ProofFacts, RecordDateList, RegisterFigures } from './proof-facts.ts';

const side = (source: string) => (value: bigint | null) => ({ source, value }) satisfies Side;
const certificates = side('Certificates');
const dayTotals = side('Day totals');
const book = side('Control book');
const changes = side('Recorded changes');
const balance = side('Issuer balance');
const ownership = side('Ownership');
const journal = side('Completed transactions');
const expected = side('Expected');

/** Every comparison that the facts allow, class by class, then those of the whole issuer. */
export function comparisonsOf(facts: ProofFacts): Comparison[] {
  return [
    ...facts.classes.flatMap(ofClass),
    ...facts.lists.flatMap(ofList),
    ...facts.plans.flatMap(ofPlan),
    ...depositoryComparisons(facts.depository),
    ...(facts.transactions === null
      ? []
      : [
          equal(
            {
              id: 'P15',
              className: '',
              text: 'Completed transactions: transaction list, and list of statuses',
              cause: 'the number of completed transactions differs',
              measure: 'transactions',
              ...(facts.transactions.listed === null && { reason: 'The list of statuses is not complete.' }),
            },
            side('Transaction list')(facts.transactions.journal),
            side('List of statuses')(facts.transactions.listed),
          ),
        ]),
    equal(
      {
        id: 'P19',
        className: '',
        text: 'Items authorized and not posted more than five business days after they were due',
        cause: `${counted(BigInt(facts.unposted.length), 'item')} authorized and not posted in time`,
        ...(facts.unposted.length > 0 && {
          reason: facts.unposted
            .slice(0, 5)
            .map(({ number, effectiveDate }) => `${number}, effective ${formatDate(effectiveDate)}`)
            .join('; '),
        }),
      },
      side('Pending transactions')(BigInt(facts.unposted.length)),
      expected(0n),
    ),
  ];
}

const registerNames: readonly (readonly [keyof RegisterFigures, string])[] = [
  ['outstanding', 'Outstanding shares'],
  ['treasury', 'Treasury shares'],
  ['restricted', 'Restricted shares'],
  ['certificates', 'Number of certificates'],
  ['holders', 'Number of holders'],
];

function ofClass(facts: ClassFacts): Comparison[] {
  const { className, certificates: held, dayTotals: days, controlBook, answers } = facts;
  const about = { className, isOfShares: true };
  const count = { className };
  const bookOutstanding = controlBook.issued - controlBook.treasury;
  return [
    equal(
      {
        ...about,
        id: 'P01',
        text: 'Outstanding shares: control book less treasury, and certificates',
        cause: 'control book and certificates differ',
        since: facts.bookDiffersSince,
      },
      book(bookOutstanding),
      certificates(held.outstanding),
    ),
    equal(
      {
        ...about,
        id: 'P02',
        of: 'issued',
        text: 'Issued shares: control book and issuer balance',
        cause: 'control book and issuer balance differ',
      },
      book(controlBook.issued),
      balance(answers.issued),
    ),
    equal(
      {
        ...about,
        id: 'P02',
        of: 'outstanding',
        text: 'Outstanding shares: control book and issuer balance',
        cause: 'control book and issuer balance differ',
      },
      book(bookOutstanding),
      balance(answers.outstanding),
    ),
    equal(
      {
        ...about,
        id: 'P04',
        text: 'Shares moved by entries of the control book, and by the certificates of their transactions',
        cause: 'entries of the control book differ from their transactions',
        since: facts.entries.firstDate,
        ...(facts.entries.differing > 0n && {
          reason: `${facts.entries.differing} ${facts.entries.differing === 1n ? 'transaction differs' : 'transactions differ'}.`,
        }),
      },
      side('Shares that differ')(facts.entries.sharesDiffering),
      expected(0n),
    ),
    ...registerNames.map(([name, title]) =>
      equal(
        {
          className,
          ...(name === 'certificates' || name === 'holders' ? { measure: name } : { isOfShares: true }),
          id: 'P05',
          of: name,
          text: `${title}: certificates and day totals`,
          cause: 'certificates and day totals differ',
          since: facts.registerDiffersSince,
        },
        certificates(held[name]),
        dayTotals(days[name]),
      ),
    ),
    ...earlierDays(facts),
    equal(
      {
        ...about,
        id: 'P06',
        of: 'certificates',
        text: 'Treasury shares: control book and certificates',
        cause: 'treasury shares differ',
      },
      book(controlBook.treasury),
      certificates(held.treasury),
    ),
    equal(
      {
        ...about,
        id: 'P06',
        of: 'balance',
        text: 'Treasury shares: control book, and issued less outstanding of the balance',
        cause: 'treasury shares differ',
      },
      book(controlBook.treasury),
      balance(answers.issued - answers.outstanding),
    ),
    equal(
      {
        ...count,
        id: 'P07',
        of: 'changes',
        text: 'Reserved shares: control book and recorded changes of the reserves',
        cause: 'reserved shares differ',
        measure: 'shares',
      },
      book(controlBook.reserved),
      changes(facts.changes.reserved),
    ),
    equal(
      {
        ...count,
        id: 'P07',
        of: 'balance',
        text: 'Reserved shares: control book and issuer balance',
        cause: 'reserved shares differ',
        measure: 'shares',
      },
      book(controlBook.reserved),
      balance(answers.reserved),
    ),
    equal(
      {
        ...count,
        id: 'P07',
        of: 'diluted',
        text: 'Reserved shares: control book and diluted ownership',
        cause: 'reserved shares differ',
        measure: 'shares',
      },
      book(controlBook.reserved),
      side('Diluted ownership')(answers.dilutedReserves),
    ),
    equal(
      {
        ...count,
        id: 'P08',
        of: 'changes',
        text: 'Authorized shares: control book and recorded changes',
        cause: 'authorized shares differ',
        measure: 'shares',
      },
      book(controlBook.authorized),
      changes(facts.changes.authorized),
    ),
    ...(facts.isUnlimited
      ? []
      : [
          equal(
            {
              ...count,
              id: 'P08',
              of: 'balance',
              text: 'Authorized shares: control book and issuer balance',
              cause: 'authorized shares differ',
              measure: 'shares',
            },
            book(controlBook.authorized),
            balance(answers.authorized),
          ),
          within(
            {
              ...count,
              id: 'P08',
              of: 'limit',
              text: 'Issued and reserved shares do not exceed authorized shares',
              cause: 'issued and reserved shares exceed authorized shares',
              measure: 'shares',
            },
            book(controlBook.issued + controlBook.reserved),
            book(controlBook.authorized),
          ),
        ]),
    equal(
      {
        ...about,
        id: 'P09',
        of: 'shares',
        text: 'Outstanding shares: sum of all holdings, and issuer balance',
        cause: 'holdings and issuer balance differ',
      },
      ownership(answers.ownedShares),
      balance(answers.outstanding),
    ),
    equal(
      {
        ...count,
        id: 'P09',
        of: 'holders',
        text: 'Number of holders: ownership and issuer balance',
        cause: 'the number of holders differs',
        measure: 'holders',
      },
      ownership(answers.ownedHolders),
      balance(answers.holders),
    ),
    equal(
      {
        ...about,
        id: 'P10',
        text: 'Restricted shares: certificates and issuer balance',
        cause: 'restricted shares differ',
      },
      certificates(held.restricted),
      balance(answers.restricted),
    ),
    equal(
      {
        ...about,
        id: 'P12',
        of: 'outstanding',
        text: 'Outstanding shares: net of all completed transactions, and issuer balance',
        cause: 'completed transactions and issuer balance differ',
      },
      journal(facts.journal.outstanding),
      balance(answers.outstanding),
    ),
    equal(
      {
        ...about,
        id: 'P12',
        of: 'issued',
        text: 'Issued shares: net of all completed transactions, and issuer balance',
        cause: 'completed transactions and issuer balance differ',
      },
      journal(facts.journal.issued),
      balance(answers.issued),
    ),
    equal(
      {
        ...about,
        id: 'P13',
        text: 'Holdings: net of all completed transactions, holder by holder, and certificates',
        cause: 'completed transactions and holdings differ',
        ...(facts.journal.holdersDiffering > 0n && {
          reason: `${facts.journal.holdersDiffering} ${facts.journal.holdersDiffering === 1n ? 'holder differs' : 'holders differ'}.`,
        }),
      },
      side('Shares that differ')(facts.journal.sharesDiffering),
      expected(0n),
    ),
    equal(
      {
        ...count,
        id: 'P14',
        text: 'Transactions whose canceled and issued shares do not match their type',
        cause: `${counted(facts.journal.unbalancedTransactions, 'transaction')} not in balance`,
      },
      journal(facts.journal.unbalancedTransactions),
      expected(0n),
    ),
  ];
}

/** A difference on an earlier day that the figures of the day itself no longer show. */
function earlierDays(facts: ClassFacts): Comparison[] {
  const { className, registerDiffersSince: register, bookDiffersSince: control } = facts;
  const day = (id: string, text: string, since: string | null) =>
    equal(
      { id, of: 'days', className, text, cause: 'the books differed on an earlier day', since },
      side('Days that differ')(since === null ? 0n : 1n),
      expected(0n),
    );
  const now = registerNames.some(([name]) => facts.certificates[name] !== facts.dayTotals[name]);
  const bookNow =
    facts.controlBook.issued - facts.controlBook.treasury !== facts.certificates.outstanding ||
    facts.controlBook.treasury !== facts.certificates.treasury;
  return [
    ...(now ? [] : [day('P05', 'Certificates and day totals on every day before', register)]),
    ...(bookNow ? [] : [day('P01', 'Control book and certificates on every day before', control)]),
  ];
}

function ofList(list: RecordDateList): Comparison[] {
  const { kind, title, className, recordDate } = list;
  const id = kind === 'Meeting' ? 'P16' : 'P17';
  const name = `${title}, record date ${formatDate(recordDate)}`;
  const what = kind === 'Meeting' ? 'Entitled shares' : 'Dividend shares';
  const about = {
    ...{ id, className, cause: `${name}: ${what.toLowerCase()} differ`, since: recordDate },
    measure: 'shares' as const,
  };
  const source = side(kind === 'Meeting' ? 'Record-date list' : 'Payments');
  const comparisons = [
    equal(
      {
        ...about,
        of: `${name}/shares`,
        text: `${name}: ${what.toLowerCase()} and the register of that date`,
      },
      source(list.recordedShares),
      certificates(list.registerShares),
    ),
    equal(
      {
        ...about,
        measure: 'affected holders',
        of: `${name}/holders`,
        text: `${name}: holders whose shares differ`,
      },
      source(list.holdersDiffering),
      expected(0n),
    ),
  ];
  if (list.statedShares !== null)
    comparisons.push(
      equal(
        {
          ...about,
          of: `${name}/stated`,
          text: `${name}: shares that the dividend states, and its payments`,
        },
        side('Dividend')(list.statedShares),
        source(list.recordedShares),
      ),
    );
  if (list.stated !== null && list.paid !== null)
    comparisons.push(
      equal(
        {
          ...about,
          cause: `${name}: the amount and its payments differ`,
          measure: 'cents',
          of: `${name}/amount`,
          text: `${name}: amount distributed and the sum of its payments, in cents`,
        },
        side('Dividend')(centsOf(list.stated)),
        source(centsOf(list.paid)),
      ),
    );
  if (list.paid !== null && list.settled !== null)
    comparisons.push(
      equal(
        {
          ...about,
          id: 'P20',
          cause: `${name}: gross payments differ from net payments and tax withheld`,
          measure: 'cents',
          of: `${name}/settled`,
          text: `${name}: gross payments, and net payments with tax withheld, in cents`,
        },
        side('Gross')(centsOf(list.paid)),
        side('Net and withheld')(centsOf(list.settled)),
      ),
    );
  return comparisons;
}

/** What members of a reinvestment plan put in is in shares at their cost, in cash, or awaits the next purchase. */
function ofPlan({
  className,
  reinvested,
  invested,
  cash,
  awaited,
  membersDiffering,
}: PlanFigures): Comparison[] {
  const about = {
    id: 'P20',
    className,
    cause: 'the reinvestment plan: dollars reinvested differ from shares and cash',
    measure: 'cents' as const,
  };
  const parts = [invested, cash, awaited].map(centsOf);
  const held = parts.every((part) => part !== null)
    ? parts.reduce<bigint>((sum, part) => sum + part, 0n)
    : null;
  return [
    equal(
      {
        ...about,
        of: 'plan',
        text: 'Reinvestment plan: dollars reinvested, and cost of plan shares with cash of members, in cents',
      },
      side('Payments')(centsOf(reinvested)),
      side('Shares and cash')(held),
    ),
    equal(
      {
        ...about,
        measure: 'affected holders',
        of: 'members',
        text: 'Reinvestment plan: members whose dollars differ from their shares and cash',
      },
      side('Payments, shares and cash')(membersDiffering),
      expected(0n),
    ),
  ];
}

/** Exact decimal text in hundredths; null for other text or more places than two that are not zero. */
function centsOf(amount: string): bigint | null {
  const match = /^(-?\d+)(?:\.(\d{1,12}))?$/.exec(amount);
  if (!match) return null;
  const places = (match[2] ?? '').padEnd(2, '0');
  if (!/^0*$/.test(places.slice(2))) return null;
  return BigInt(`${match[1]}${places.slice(0, 2)}`);
}
