// Checks that the holdings in API responses add up to the balance, class by class.

import { accountHoldings } from '../queries/account-holdings.ts';
import { capTablePage } from '../queries/cap-table.ts';
import { certificatesOf, holderPage } from '../queries/holdings.ts';
import { ownershipAt } from '../queries/ownership.ts';
import { type PositionForms, positionForms } from '../queries/position-forms.ts';
import { foldOf, statementOf } from './capture-statement.ts';
import { differing, type Finding, type Subject, sumOf, totalsOf } from './subject.ts';

const pageRows = 1000;

type Folded = { class_id: bigint; shares: bigint; holders: bigint };

/** Invariants 4, 5, 7, 28, 29: the holdings in the responses add up to the balance, class by class. */
export async function* holdingFindings(subject: Subject): AsyncGenerator<Finding> {
  const { client, issuer, asOf, classes } = subject;
  const outstanding = (id: bigint) => totalsOf(subject, id).outstanding;
  const holders = (id: bigint) => totalsOf(subject, id).holders;
  const classIds = classes.map((each) => each.id);

  const owned = await foldOf<Folded>(
    client,
    (db) => ownershipAt(db, issuer.id, asOf, classIds, { by: 'SortName', descending: false }),
    'class_id, sum(shares)::bigint as shares, count(distinct holder_id) as holders',
    'group by class_id',
  );
  yield* differing(
    subject,
    4,
    ['ownership adds up to', sumOf(owned, (row) => row.shares)],
    ['outstanding is', outstanding],
  );
  yield* differing(
    subject,
    7,
    ['the ownership list has', sumOf(owned, (row) => row.holders)],
    ['the balance counts', holders],
  );

  const restricted = await parts('Restricted');
  const free = await parts('NonRestricted');
  yield* differing(
    subject,
    5,
    ['restricted plus free is', (id) => restricted(id) + free(id)],
    ['outstanding is', outstanding],
  );
  yield* differing(
    subject,
    5,
    ['the restricted shares are', restricted],
    ['the balance says', (id) => totalsOf(subject, id).restricted],
  );

  const table = await walkCapTable(subject);
  yield* differing(subject, 28, ['the cap table adds up to', table.shares], ['outstanding is', outstanding]);
  yield* differing(
    subject,
    5,
    ['restricted in the cap table is', table.restricted],
    ['the balance says', (id) => totalsOf(subject, id).restricted],
  );
  yield* differing(subject, 7, ['the cap table has rows', table.rows], ['the balance counts', holders]);

  const details = await walkDetails(subject);
  yield* differing(
    subject,
    28,
    ['the shareholder details add up to', details.shares],
    ['outstanding is', outstanding],
  );
  if (details.holders !== subject.totals.holders) {
    const sentence = `the shareholder details list ${details.holders}, the register counts ${subject.totals.holders}`;
    yield { number: 7, object: 'all classes', sentence };
  }

  const summaries = await summarySums(subject);
  yield* differing(
    subject,
    29,
    ['the holding summaries add up to', summaries],
    ['outstanding is', outstanding],
  );

  async function parts(restriction: 'Restricted' | 'NonRestricted') {
    const forms = await positionForms(client, issuer.id, asOf, restriction);
    const whole = ({ paper, bookEntry }: PositionForms) => paper + bookEntry;
    return (id: bigint) => {
      const found = forms.get(id);
      return found ? whole(found) : 0n;
    };
  }
}

/** The whole cap table, read page by page as a client reads it. */
async function walkCapTable({ client, memory, issuer, asOf }: Subject) {
  const shares = new Map<bigint, bigint>();
  const restricted = new Map<bigint, bigint>();
  const rows = new Map<bigint, bigint>();
  for (let start = 0; ; ) {
    const page = await capTablePage(client, memory, issuer, asOf, { start, rows: pageRows });
    if (page.length === 0) break;
    for (const row of page) {
      add(shares, row.classId, row.total);
      add(restricted, row.classId, row.restricted);
      add(rows, row.classId, 1n);
    }
    start += page.length;
  }
  return { shares: reader(shares), restricted: reader(restricted), rows: reader(rows) };
}

/** The shareholder details, read page by page, with the certificates of each holder. */
async function walkDetails({ client, memory, issuer, asOf }: Subject) {
  const shares = new Map<bigint, bigint>();
  let holders = 0n;
  for (;;) {
    const page = await holderPage(client, memory, issuer, asOf, { start: Number(holders), rows: pageRows });
    if (page.length === 0) break;
    const ids = page.map(({ holder }) => holder.id);
    for (const one of await certificatesOf(client, issuer.id, asOf, ids))
      add(shares, one.classId, one.shares);
    holders += BigInt(page.length);
  }
  return { shares: reader(shares), holders };
}

/**
 * The sum of the holdings summaries of all accounts. The database runs the one-account query for each account.
 */
async function summarySums({ client, issuer, asOf }: Subject) {
  const { text, values } = await statementOf((db) => accountHoldings(db, issuer.id, asOf, ''));
  const { rows } = await client.query<{ class_id: bigint; shares: bigint }>(
    `select summary.class_id, sum(summary.shares)::bigint as shares
       from account as every join holder as known on known.id = every.holder_id
      cross join lateral (${text.replaceAll('$3', 'known.customer_id')}) as summary
      where every.issuer_id = $1
      group by summary.class_id`,
    values.slice(0, 2),
  );
  return sumOf(rows, (row) => row.shares);
}

function add(sums: Map<bigint, bigint>, key: bigint, value: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + value);
}

function reader(sums: ReadonlyMap<bigint, bigint>) {
  return (key: bigint): bigint => sums.get(key) ?? 0n;
}
