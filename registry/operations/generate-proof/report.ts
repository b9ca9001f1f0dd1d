import type { PoolClient } from 'pg';
import { type CalendarDate, formatDate, formatNumericDate } from '#lib/format/dates';
import type { Verdict } from '#lib/proof/verdict';
import { badField } from '#registry/http/http-error';
import type { Item, ReportDocument } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import { type Chapter, chapterItems, readChapters } from '../parts/control-book/chapters.ts';
import { bookColumns } from '../parts/control-book/lines.ts';
import { differenceColumns, reportRule } from '../parts/control-book/reconciliation.ts';
import type { Report, SealFacts } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { howToCheck, preparedBy } from '../parts/report/seal-texts.ts';
import { verdictAndDepository } from '../parts/report/verdict.ts';
import { firstDay, issuerAsOf } from '../parts/request/coverage.ts';
import { checkPeriodFrom } from '../parts/request/scope.ts';
import { causeColumns, causeItems, comparisonColumns, comparisonItems } from './comparisons.ts';

export const generateProof: Report<'GenerateProof'> = {
  name: 'Proof',
  format: 'pdf',
  isSealed: true,
  covers: async (db, ctx, input) => {
    const coverage = await issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff);
    const [issuer] = coverage.issuers;
    if (!issuer) throw new Error('The report names no issuer.');
    const { startDate } = input;
    if (startDate && startDate > coverage.cutoff)
      throw badField('startDate', `must not be later than the day of the proof, ${coverage.cutoff}`);
    // The opening balances are those of the day before.
    if (startDate) checkPeriodFrom(issuer, 'startDate', startDate);
    return { ...coverage, from: startDate ?? firstDay(issuer, coverage.cutoff) };
  },
  document: proof,
};

/** The page Proof as one sealed file, all from one snapshot: result, differences, comparisons, control book. */
async function proof(
  client: PoolClient,
  order: OrderFor<'GenerateProof'>,
  seal: SealFacts,
): Promise<ReportDocument> {
  const { cutoff, input, timeZone } = order;
  const from = order.from ?? cutoff;
  const { issuer, head } = await reportHeader(client, order, []);
  const { verdict, depository } = await verdictAndDepository(client, order, issuer);
  // On the first day of a register that was brought in there is no opening balance yet.
  const chapters =
    from <= cutoff
      ? await readChapters(client, { issuerId: issuer.id, from, to: cutoff, timeZone, verdict })
      : [];
  const opening: Item[] = [
    { kind: 'letter', lines: [verdict.sentence], strong: true },
    {
      kind: 'facts',
      title: 'Issuer and date',
      facts: [
        ['Result', verdict.label],
        ['Issuer', `${issuer.name} (${issuer.customerId})`],
        ['As of', `${formatDate(cutoff)}, close of business, ${timeZone}`],
        ['Known as of', stamp(order.generatedAt)],
        ['Version of the books', issuer.version.toString()],
        ['Position of the depository', depository ?? 'Not applicable: no nominee holds shares'],
        preparedBy({ actor: input.actor, generatedAt: order.generatedAt }),
        ['Report id', head.reportId],
      ],
    },
  ];
  return {
    ...head,
    title: 'Proof of the books',
    asOfLine: `As of ${formatNumericDate(cutoff)}`,
    seal: { reason: `Proof of the books, as of ${formatDate(cutoff)}` },
    tables: [
      { id: 'causes', name: 'Differences', columns: causeColumns },
      { id: 'comparisons', name: 'Comparisons', columns: comparisonColumns },
      { id: 'lines', name: 'Control book', columns: bookColumns(true) },
      { id: 'differences', name: 'Record differences', columns: differenceColumns },
    ],
    open: () => ({
      items: items(opening, verdict, bookItems(chapters, from, cutoff), seal),
      closing: () => ({
        totals: [],
        verdict: verdict.sentence,
        footnotes: [
          'A record difference is a difference that was recorded; a comparison that differs is one that was found.',
          'Completed transactions take their lines from the certificates: they show that no entry is missing and when each took effect, not who holds.',
          reportRule,
          'Not compared: records of the issuer, and holders behind a nominee.',
        ],
      }),
    }),
  };
}

function* items(
  opening: readonly Item[],
  verdict: Verdict,
  book: Iterable<Item>,
  seal: SealFacts,
): Generator<Item> {
  yield* opening;
  yield* causeItems(verdict);
  yield* comparisonItems(verdict);
  yield* book;
  yield howToCheck(seal);
}

/** The control book behind its own title, as its file has it. */
function* bookItems(chapters: readonly Chapter[], from: CalendarDate, to: CalendarDate): Generator<Item> {
  if (chapters.length === 0)
    yield {
      kind: 'letter',
      lines: [`No control book: the books begin on ${formatDate(to)}, without an opening balance before.`],
    };
  const period = `Control book, ${formatDate(from)} to ${formatDate(to)}`;
  for (const chapter of chapters)
    for (const item of chapterItems(chapter, from, to, true))
      yield item.kind === 'section' && item.table === 'lines'
        ? { ...item, title: `${period}: ${item.title}` }
        : item;
}
