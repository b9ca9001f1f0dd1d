'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { FilterChips } from '#components/register/filter-chips';
import type { Listed } from '#components/register/issuer-choice';
import { IssuerFilter } from '#components/register/issuer-filter';
import { PrintedAs } from '#components/register/printed-as';
import { putParam } from '#components/ui/browser/address-params';
import { saveFile } from '#components/ui/browser/save-file';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { EmptyState, useShownTogether } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import type { SendRequest } from '#lib/api/send-request';
import { calendarFile } from '#lib/format/calendar-file';
import { formatDate, formatMonth } from '#lib/format/dates';
import { dividendsOf } from '#lib/register/dividends';
import { byDay, eventDates, eventKinds } from '#lib/register/event-dates';
import { fromToday } from '#lib/register/from-today';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { meetingsOf } from '#lib/register/meetings/meetings';
import { entryOf, type IssuerDate, pageOf, titleOf, weekdayOf } from './issuer-date.ts';

const readDates = async ({ customerIssuerId: issuer }: Listed, request: SendRequest) => {
  const [meetings, dividends] = await Promise.all([
    request('GetProxyList', proxyListInput(issuer)),
    request('GetDividendList', dividendListInput(issuer)),
  ]);
  return eventDates(meetingsOf(meetings), dividendsOf(dividends));
};

const monthOf = ({ day }: IssuerDate) => day.slice(0, 7);

/** Days ahead by month, one line each; `?past=1` shows the days before today instead. */
export function CalendarView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const issuer =
    issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === params.get('issuer')) ?? null;
  const kind = eventKinds.find((one) => one === params.get('kind')) ?? null;
  const isPast = params.get('past') === '1';
  const read = useEachIssuer(issuers, 'calendar', useCallback(readDates, []));
  const isShown = useShownTogether(!read.settled);
  const seen = read.parts.map(({ readAt }) => readAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new objects at every render, their times are not
  const dates = useMemo(
    () =>
      read.parts
        .flatMap((part) => (part.data ?? []).map((one): IssuerDate => ({ ...one, issuer: part.issuer })))
        .filter(
          (one) =>
            one.day < today === isPast &&
            (issuer === null || one.issuer.customerIssuerId === issuer.customerIssuerId),
        )
        .sort((a, b) => (isPast ? byDay(b, a) : byDay(a, b))),
    [seen, today, isPast, issuer],
  );
  const shown = isShown ? dates.filter((one) => kind === null || one.kind === kind) : [];
  const about = issuer?.name ?? (issuers.length === 1 ? issuers[0]?.name : undefined) ?? 'All issuers';
  const save = () =>
    saveFile(
      [
        calendarFile(
          `Sharebook: ${about}`,
          shown.map((one) => entryOf(one, window.location.origin)),
          new Date().toISOString(),
        ),
      ],
      'text/calendar;charset=utf-8',
      `calendar_${issuer?.customerIssuerId ?? 'all'}_${today}.ics`,
    );
  return (
    <>
      <PrintedAs issuer={about} asOf={`As of ${formatDate(today)}`} today={today} />
      <PageHeader
        title="Calendar"
        description={
          isPast
            ? `Days of meetings and dividends before today, ${formatDate(today)}.`
            : `Days of meetings and dividends from today, ${formatDate(today)}.`
        }
        actions={
          <Button icon="download" variant="primary" disabled={shown.length === 0} onClick={save}>
            Save as calendar file
          </Button>
        }
      />
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
        {issuers.length > 1 && <IssuerFilter issuers={issuers} issuer={issuer} />}
        <FilterChips
          label="Days"
          chips={[
            { value: null, label: 'Upcoming' },
            { value: '1', label: 'Past' },
          ]}
          current={isPast ? '1' : null}
          onChoose={(value) => putParam('past', value)}
        />
        <FilterChips
          label="Kind of day"
          chips={[
            { value: null, label: 'All', count: isShown ? dates.length : null },
            ...eventKinds.map((one) => ({
              value: one,
              label: one,
              count: isShown ? dates.filter((date) => date.kind === one).length : null,
              hideEmpty: true,
            })),
          ]}
          current={kind}
          onChoose={(value) => putParam('kind', value)}
        />
      </div>
      <IssuerLoadStatus read={read} what="Meetings and dividends" />
      {!isShown && <LoadingPlaceholder text="Loading dates…" lines={12} />}
      {read.settled && shown.length === 0 && (
        <EmptyState title={isPast ? 'No past days' : 'No upcoming days'}>
          {isPast
            ? 'The registry lists no meeting or dividend before today.'
            : 'The registry lists no meeting or dividend from today on.'}
        </EmptyState>
      )}
      {[...Map.groupBy(shown, monthOf)].map(([month, some]) => (
        <Section key={month} title={formatMonth(month)}>
          <ul aria-label={`Days of ${formatMonth(month)}`} className="divide-y divide-line">
            {some.map((one) => (
              <li
                key={`${one.issuer.customerIssuerId} ${one.of.type} ${one.of.key} ${one.kind}`}
                className="grid gap-x-4 py-2 sm:grid-cols-[11rem_8rem_minmax(0,1fr)]"
              >
                <p>
                  {weekdayOf(one.day)}, {formatDate(one.day)}
                  <span className="block text-xs text-muted">
                    {fromToday(one.day, today)}
                    {one.time && `, ${one.time}`}
                  </span>
                </p>
                <p className="font-medium">{one.kind}</p>
                <p>
                  <Link href={pageOf(one)}>{titleOf(one)}</Link>
                  {issuers.length > 1 && <span className="block text-xs text-muted">{one.issuer.name}</span>}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
