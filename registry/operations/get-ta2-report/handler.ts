import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addDays } from '#lib/format/dates';
import { formatCents } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { type Db, inSnapshot } from '#registry/db/session';
import { HttpError } from '#registry/http/http-error';
import { agentFacts } from '#registry/queries/agent';
import { dividendsOf } from '#registry/queries/dividends';
import { type Issuer, listIssuers } from '#registry/queries/issuers';
import {
  type AgedDifferences,
  type Ta2Period,
  ta2Classes,
  ta2Differences,
  ta2Items,
  ta2LostSince,
  ta2Remitted,
  ta2RoutineItems,
  ta2Searches,
} from '#registry/queries/ta2-counts';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import {
  byKind,
  isAbbreviated,
  lostAgeing,
  sumCents,
  ta2Period,
  turnaroundMonths,
  wholePercents,
} from '../parts/ta2/model.ts';

type Input = RequestFor<'GetTA2Report'>;

/**
 * The data of Form TA-2 for one calendar year, for the whole agent or for one issuer. For a client bound to
 * issuers it covers only those, says so in `scope`, and omits the agent's searches, which concern all issuers.
 */
export async function getTA2Report(ctx: Context, input: Input): Promise<ExactResponseFor<'GetTA2Report'>> {
  const today = ctx.clock.today();
  const { year, isPartial, ...period } = ta2Period(input, today);
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers, isWhole } = await issuersOf(db, ctx, input);
    const issuerIds = issuers.map((issuer) => issuer.id);
    const agent = await agentFacts(db);
    const classes = await ta2Classes(db, issuerIds, period.to);
    const items = await ta2Items(db, issuerIds, period);
    const paid = await dividendsPaid(db, issuers, period, today);
    const routine = await ta2RoutineItems(db, issuerIds, period);
    const differences = await ta2Differences(db, issuerIds, period.to, addDays(period.to, -30));
    const searches = isWhole ? await ta2Searches(db, period) : [];
    const remitted = await ta2Remitted(db, issuerIds, period);
    const lostSince = await ta2LostSince(db, issuerIds, period.to);

    const sum = (counts: readonly bigint[]) => counts.reduce((total, count) => total + count, 0n);
    const count = (some: readonly unknown[]) => BigInt(some.length);
    const accounts = sum(classes.map((one) => one.accounts));
    const received = sum([...items.values()]);
    const months = turnaroundMonths(routine, period, today);
    const failed = months.filter((month) => !month.compliant).length;
    const cents = sum([...paid.values()].map((one) => one.cents));
    return {
      reportingYear: year,
      periodStart: period.from,
      periodEnd: period.to,
      dueDate: `${year + 1}-03-31`,
      isPartial,
      scope: isWhole ? 'TransferAgent' : 'Issuer',
      abbreviatedFilingEligible: isAbbreviated(received, accounts),
      registrant: {
        name: agent.name,
        fileNumber: agent.fileNumber,
        appropriateRegulatoryAgency: agent.regulatoryAgency,
        amendedFormTA1: 'NotApplicable',
        serviceCompanyEngaged: 'None',
        engagedAsServiceCompany: false,
      },
      itemsReceivedForTransfer: received,
      itemsReceivedForTransferFormat: formatShares(received),
      masterSecurityholderFileAccounts: accounts,
      masterSecurityholderFileAccountsFormat: formatShares(accounts),
      accounts: {
        total: accounts,
        dividendReinvestmentOrDirectPurchase: sum(classes.map((one) => one.plan_accounts)),
        directRegistration: sum(classes.map((one) => one.drs_accounts)),
        percentages: wholePercents(byKind(classes, (one) => one.accounts)),
      },
      issues: {
        receivesItemsAndMaintainsFiles: byKind(classes, () => 1n),
        receivesItemsOnly: {},
        maintainsFilesOnly: {},
      },
      services: {
        dividendReinvestmentIssues: count(classes.filter((one) => one.has_plan)),
        directRegistrationIssues: count(classes.filter((one) => one.is_drs_eligible)),
        dividendPayingIssues: sum([...paid.values()].map((one) => one.issues)),
        dividendAmount: Number(cents) / 100,
        dividendAmountFormat: formatCents(cents),
      },
      agedRecordDifferences: {
        priorAgent: aged(differences, true),
        currentAgent: aged(differences, false),
        buyInReportsFiled: 0,
        allBuyInReportsFiled: true,
      },
      turnaround: {
        alwaysCompliant: failed === 0,
        monthsNotInCompliance: failed,
        // A notice is due, and counted as filed, for every month below the standard.
        noticesFiled: failed,
        months,
      },
      openEndFunds: { transactions: 0, asOfs: 0 },
      lostSecurityholders: {
        databaseSearches: searches.map((search) => ({
          date: search.searched_on,
          accountsSubmitted: search.submitted,
          addressesObtained: search.found,
        })),
        accountsRemittedToStates: remitted,
        ageing: lostAgeing(lostSince, period.to),
      },
      byIssuer: issuers.map((issuer) => ({
        customerIssuerId: issuer.customerId,
        issuer: issuer.name,
        items: items.get(issuer.id) ?? 0n,
        accounts: sum(classes.filter((one) => one.issuer_id === issuer.id).map((one) => one.accounts)),
        dividendAmount: Number(paid.get(issuer.id)?.cents ?? 0n) / 100,
      })),
    };
  });
}

async function issuersOf(
  db: Db,
  ctx: Context,
  input: Input,
): Promise<{ issuers: readonly Issuer[]; isWhole: boolean }> {
  const { customerIssuerId, SystemControlIssuerId } = input;
  const named = customerIssuerId ?? SystemControlIssuerId;
  if (named !== null && named !== undefined) {
    const issuer = await issuerInScope(
      db,
      ctx.caller,
      'customerIssuerId',
      customerIssuerId,
      SystemControlIssuerId,
    );
    return { issuers: [issuer], isWhole: false };
  }
  const issuers = await listIssuers(db, ctx.caller.issuers);
  if (issuers.length === 0 && ctx.caller.issuers !== 'all')
    throw new HttpError(403, 'This client has no access to any issuer.');
  return { issuers, isWhole: ctx.caller.issuers === 'all' };
}

/** Dividends payable in the period per issuer: their number, and the dollars of the cash ones (question 7c). */
async function dividendsPaid(
  db: Db,
  issuers: readonly Issuer[],
  period: Ta2Period,
  today: string,
): Promise<ReadonlyMap<bigint, { issues: bigint; cents: bigint }>> {
  const paid = new Map<bigint, { issues: bigint; cents: bigint }>();
  for (const issuer of issuers) {
    const dividends = await dividendsOf(db, issuer.id, today, period);
    paid.set(issuer.id, {
      issues: BigInt(new Set(dividends.map((one) => one.class_id)).size),
      cents: sumCents(dividends.filter((one) => one.kind !== 'Stock').map((one) => one.distribution)),
    });
  }
  return paid;
}

function aged(differences: readonly AgedDifferences[], byPriorAgent: boolean) {
  const found = differences.find((one) => one.by_prior_agent === byPriorAgent);
  return { issues: found?.issues ?? 0n, marketValue: Number(sumCents([found?.market_value ?? '0'])) / 100 };
}
