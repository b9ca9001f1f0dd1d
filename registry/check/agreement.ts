// Checks that balance, reports, shareholder list, journal and control book of an issuer agree.

import { addMonths } from '#lib/format/dates';
import { type JournalSelection, journalLines, journalTransactions } from '../queries/journal.ts';
import { registerMemory } from '../queries/memory.ts';
import { noForms, positionForms } from '../queries/position-forms.ts';
import { certificatesByHolder } from '../queries/reports/certificates-by-holder.ts';
import { controlBalances, noControl } from '../queries/reports/control-balances.ts';
import { type OpenDifference, openDifferences } from '../queries/reports/open-differences.ts';
import { statusPage } from '../queries/status-list.ts';
import { registerTotals } from '../queries/totals.ts';
import { foldOf } from './capture-statement.ts';
import { differing, type Finding, type Subject, sumOf, totalsOf } from './subject.ts';

type Folded = { class_id: bigint; shares: bigint; holders: bigint };
const beginning = '0001-01-01';
const end = '9999-12-31';

/** Invariant 27: balance, reports, shareholder list and control book agree for every class. */
export async function* agreementFindings(subject: Subject): AsyncGenerator<Finding> {
  const { client, issuer, asOf } = subject;
  const outstanding = (id: bigint) => totalsOf(subject, id).outstanding;
  const listed = await foldOf<Folded>(
    client,
    (db) =>
      certificatesByHolder(db, {
        issuerId: issuer.id,
        cutoff: asOf,
        classIds: subject.classes.map((each) => each.id),
        customerShareholderId: undefined,
        prefix: undefined,
        certificates: 'Outstanding',
        restriction: 'All',
        address: 'All',
      }),
    'class_id, sum(shares)::bigint as shares, count(distinct holder_id) as holders',
    'group by class_id',
  );
  yield* differing(
    subject,
    27,
    ['the shareholder list adds up to', sumOf(listed, (row) => row.shares)],
    ['the balance says', outstanding],
  );
  yield* differing(
    subject,
    27,
    ['the shareholder list names', sumOf(listed, (row) => row.holders)],
    ['the balance counts', (id) => totalsOf(subject, id).holders],
  );
  const forms = await positionForms(client, issuer.id, asOf);
  yield* differing(
    subject,
    27,
    [
      'paper and book entry are',
      (id) => (forms.get(id) ?? noForms).paper + (forms.get(id) ?? noForms).bookEntry,
    ],
    ['the balance says', outstanding],
  );
  const control = await controlBalances(client, issuer.id, asOf);
  const book = (id: bigint) => control.get(id) ?? noControl;
  const facts = new Map(subject.classes.map((each) => [each.id, each]));
  yield* differing(
    subject,
    27,
    ['the control book closes at', (id) => book(id).issued - book(id).treasury],
    ['outstanding is', outstanding],
  );
  yield* differing(
    subject,
    27,
    ['treasury in the control book is', (id) => book(id).treasury],
    ['the balance says', (id) => totalsOf(subject, id).treasury],
  );
  yield* differing(
    subject,
    27,
    ['reserved in the control book is', (id) => book(id).reserved],
    ['the balance says', (id) => facts.get(id)?.reserved ?? 0n],
  );
  yield* differing(
    subject,
    27,
    ['authorized in the control book is', (id) => (facts.get(id)?.isUnlimited ? 0n : book(id).authorized)],
    ['the balance says', (id) => facts.get(id)?.authorized ?? 0n],
  );
}

/** The open record differences. They are the only permitted reason for an issuer to be out of proof. */
export function differencesOf({ client, issuer, asOf }: Subject): Promise<OpenDifference[]> {
  return openDifferences(client, issuer.id, asOf);
}

/** Invariants 9, 31, 32: the journal explains every change, and the status list has the same entries. */
export async function* journalFindings(subject: Subject): AsyncGenerator<Finding> {
  const { client, issuer, asOf, memory } = subject;
  const issuerIds = [issuer.id];
  const before = addMonths(asOf, -12);
  const then = await registerTotals(client, memory, issuer, before);
  const past = (id: bigint) => then.byClass.get(id)?.outstanding ?? 0n;
  const whole: JournalSelection = {
    ...{ issuerIds, dateBy: 'EffectiveDate', from: beginning, to: end, kind: '' },
    // Any zone: all days are in the period.
    timeZone: 'UTC',
  };
  const moved = await foldOf<{ class_id: bigint; until: bigint; since: bigint }>(
    client,
    (db) => journalLines(db, { ...whole, to: asOf }),
    `class_id, coalesce(sum(case when is_issued then shares else -shares end) filter (where on_day <= '${before}'), 0)::bigint as until,
     coalesce(sum(case when is_issued then shares else -shares end) filter (where on_day > '${before}'), 0)::bigint as since`,
    `cross join lateral (select effective_on as on_day from txn
       where txn.issuer_id = answer.issuer_id and txn.id = answer.txn_id) as dated
     where not is_treasury group by class_id`,
  );
  yield* differing(
    subject,
    9,
    [`the journal up to ${before} moves`, sumOf(moved, (row) => row.until)],
    ['outstanding then was', past],
  );
  yield* differing(
    subject,
    9,
    [`the journal since ${before} moves`, sumOf(moved, (row) => row.since)],
    ['outstanding changed by', (id) => totalsOf(subject, id).outstanding - past(id)],
  );

  const count = async (status: 'All' | 'Pending' | 'Rejected' | 'Completed' | 'Canceled') => {
    const page = { start: Number.MAX_SAFE_INTEGER, rows: 1 };
    const order = { kind: '', sortBy: 'TransactionId', descending: false } as const;
    return (await statusPage(client, registerMemory(), { issuers: [issuer], status, ...order, ...page }))
      .total;
  };
  const all = await count('All');
  const completed = await count('Completed');
  const sum = completed + (await count('Pending')) + (await count('Rejected')) + (await count('Canceled'));
  if (sum !== all) {
    const sentence = `the list has ${all} entries, ${sum} by status`;
    yield { number: 31, object: 'status list', sentence };
  }
  for (const dateBy of ['EffectiveDate', 'ProcessDate', 'ReceivedDate', 'CompletedDate'] as const) {
    const [row] = await foldOf<{ entries: bigint }>(
      client,
      (db) => journalTransactions(db, { ...whole, dateBy }),
      'count(*) as entries',
    );
    if (row?.entries !== completed) {
      const sentence = `the journal by ${dateBy} has ${row?.entries} entries, the status list ${completed} completed`;
      yield { number: 32, object: 'journal', sentence };
    }
  }
}
