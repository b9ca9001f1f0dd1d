'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { readTransactions } from '#components/data/queries/read-transactions';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import type { Listed } from '#components/register/issuer-choice';
import { query } from '#lib/api/query';
import { balanceInput } from '#lib/api/register-queries';
import type { SendRequest } from '#lib/api/send-request';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput } from '#lib/register/list-inputs';
import { ta2Year } from '#lib/register/ta2-response';
import { comparisonsOf } from './comparisons.ts';
import { reportLines, worksheetLines } from './lines.ts';
import { reportedAnswers } from './reported.ts';
import { derivedAnswers, type IssuerYear, issuerYear, listedYear } from './ta2-derived.ts';
import type { Answers } from './types.ts';

/** Transaction types that count as items for transfer on Form TA-2. */
const itemTypes = ['T', 'C', 'R'] as const;
const none: Answers = new Map();
const nobody: readonly Listed[] = [];

/** Figures of an issuer from other lists, of the year and of the one before it. */
type Read = { year: IssuerYear; before: IssuerYear | null };

async function readYear(request: SendRequest, issuer: number, year: number, today: string): Promise<Read> {
  const endOf = (one: number) => (`${one}-12-31` < today ? `${one}-12-31` : today);
  const since = `${year - 1}-01-01`;
  const [received, balances, dividends, earlier] = await Promise.all([
    Promise.all(
      itemTypes.map((type) => readTransactions(request, { issuer, status: 'All', type, since, today })),
    ),
    request('GetIssuerBalance', balanceInput(issuer, endOf(year))),
    request('GetDividendList', dividendListInput(issuer)),
    // A register may begin after that year: last year's figures are then not known, and the rest is.
    request('GetIssuerBalance', balanceInput(issuer, endOf(year - 1))).catch(() => null),
  ]);
  const paid = dividendsOf(dividends);
  return {
    year: issuerYear(year, received, balances, paid),
    before: earlier && issuerYear(year - 1, received, earlier, paid),
  };
}

/** Everything the page shows of a year; null as the year stands for the last one that a report covers. */
export function useTa2(issuers: readonly Listed[], given: number | null, today: string) {
  const operations = useAgentOperations();
  const hasWorksheet = operations.has('GetTA2Worksheet');
  const report = useQuery(query('GetTA2Report', {}));
  const reportYear = ta2Year(report.data);
  const lastYear = Number(today.slice(0, 4)) - 1;
  const year = given ?? (hasWorksheet ? lastYear : (reportYear ?? lastYear));
  const sheet = useQuery({ ...query('GetTA2Worksheet', { year }), enabled: hasWorksheet });
  const response = reportYear === year ? report.data : null;
  // The worksheet has what the lists add up to. Without one every list of every issuer is read.
  const read = useEachIssuer(
    hasWorksheet ? nobody : issuers,
    `ta-2 ${year} ${today}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readYear(request, customerIssuerId, year, today),
      [year, today],
    ),
  );
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const derived = useMemo(() => {
    if (hasWorksheet)
      return sheet.data ? { year: derivedAnswers(sheet.data.lists.map(listedYear)), before: none } : null;
    const all = read.parts.flatMap(({ data }) => (data ? [data] : []));
    if (all.length < read.parts.length) return null;
    const before = all.flatMap((one) => one.before ?? []);
    return {
      year: derivedAnswers(all.map((one) => one.year)),
      before: before.length === all.length ? derivedAnswers(before) : none,
    };
  }, [hasWorksheet, sheet.data, seen]);
  const reported = useMemo(() => (response === null ? none : reportedAnswers(response)), [response]);
  const lines = useMemo(() => {
    if (hasWorksheet) return sheet.data ? worksheetLines(sheet.data) : null;
    if (report.isPending) return null;
    return reportLines(response, reported, derived?.year ?? none, derived?.before ?? none);
  }, [hasWorksheet, sheet.data, report.isPending, response, reported, derived]);
  const comparisons = useMemo(() => {
    const known = (pick: 'recorded' | 'entered'): Answers =>
      new Map(
        sheet.data?.lines.flatMap((one) => {
          const value = one[pick];
          return value === null ? [] : [[one.line, value] as const];
        }),
      );
    if (hasWorksheet && !sheet.data) return [];
    return comparisonsOf({
      recorded: hasWorksheet ? known('recorded') : null,
      entered: known('entered'),
      reported,
      derived: derived?.year ?? none,
      reasons: sheet.data?.reasons ?? [],
    });
  }, [hasWorksheet, sheet.data, reported, derived]);
  const byIssuer = issuers.map((issuer) => {
    const listed = sheet.data?.lists.find((one) => one.customerIssuerId === issuer.customerIssuerId);
    const part = read.parts.find((one) => one.issuer.customerIssuerId === issuer.customerIssuerId);
    return { issuer, data: listed ? listedYear(listed) : part?.data?.year };
  });
  return {
    ...{ year, reportYear, response, report, sheet, hasWorksheet, read, byIssuer, lines, comparisons },
  };
}
