'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { IssuerLoadStatus } from '#components/data/issuer-load-status';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { ScrollRegion } from '#components/data/scroll-region';
import { CapacityPatterns } from '#components/register/capacity-bar';
import type { Listed } from '#components/register/issuer-choice';
import { PrintedAs } from '#components/register/printed-as';
import { putParam } from '#components/ui/browser/address-params';
import { useShortcut } from '#components/ui/browser/shortcuts';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { SearchInput } from '#components/ui/input/search-input';
import { EmptyState, useShownTogether } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import type { SendRequest } from '#lib/api/send-request';
import { formatDate } from '#lib/format/dates';
import { IssuerRow } from './issuer-row.tsx';
import { matching, type Order, ordered } from './order.ts';
import { PortfolioFigures } from './portfolio-figures.tsx';
import { readNext, readStanding } from './read-standing.ts';

const orders: readonly { value: Order; label: string }[] = [
  { value: 'attention', label: 'Alerts first' },
  { value: 'name', label: 'Name' },
  { value: 'number', label: 'Issuer ID' },
];

/** Most issuers whose meetings and dividends are loaded: more would take too many requests. */
const datedMax = 40;
const nobody: readonly Listed[] = [];

const head = 'px-3 py-2 font-medium max-sm:px-1.5';

type Props = { issuers: readonly Listed[]; agent: boolean; today: string };

/** Every issuer with alerts and class balances; the order is final when all are loaded. */
export function PortfolioView({ issuers, agent, today }: Props) {
  const params = useSearchParams();
  const box = useRef<HTMLInputElement>(null);
  const [terms, setTerms] = useState(params.get('q') ?? '');
  const order = orders.find(({ value }) => value === params.get('order'))?.value ?? 'attention';
  const clock = useClock();
  const isOffered = useAgentOperations().has('GetProof');
  const read = useEachIssuer(
    issuers,
    `portfolio ${today} ${isOffered}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) =>
        readStanding(request, customerIssuerId, { today, clock, isOffered }),
      [today, clock, isOffered],
    ),
  );
  const { parts, settled } = read;
  // Rows grow and change places as issuers are loaded.
  const isShown = useShownTogether(!settled);
  const inOrder = settled
    ? ordered(parts, order)
    : ordered(
        parts.map((part) => ({ ...part, data: undefined, state: 'waiting' as const, of: part })),
        order,
      ).map(({ of }) => of);
  const shown = matching(inOrder, useDeferredValue(terms));
  // First loads what decides the order, for every issuer; then the next dates of the issuers on top.
  const [top, setTop] = useState(nobody);
  if (settled && top === nobody && parts.length > 0)
    setTop(inOrder.slice(0, datedMax).map(({ issuer }) => issuer));
  const dates = useEachIssuer(
    top,
    `portfolio dates ${today}`,
    useCallback(
      ({ customerIssuerId }: Listed, request: SendRequest) => readNext(request, customerIssuerId, today),
      [today],
    ),
  );
  const again = (issuer?: number) => {
    read.again(issuer);
    dates.again(issuer);
  };
  const dateOf = (issuer: number) =>
    dates.parts.find((part) => part.issuer.customerIssuerId === issuer) ?? null;
  useShortcut('/', () => box.current?.focus());
  const type = (text: string) => {
    setTerms(text);
    putParam('q', text);
  };
  return (
    <>
      <PrintedAs issuer="All issuers" asOf={`As of ${formatDate(today)}`} today={today} />
      <PageHeader
        title="Portfolio"
        description={`${issuers.length} ${issuers.length === 1 ? 'issuer' : 'issuers'}. Balances as of today, ${formatDate(today)}.`}
      />
      <PortfolioFigures parts={parts} settled={settled} />
      <CapacityPatterns />
      <div className="mb-2 flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
        <search className="w-72 max-sm:w-full">
          <SearchInput
            ref={box}
            aria-label="Find an issuer"
            aria-keyshortcuts="/"
            placeholder="Name, ID or status"
            value={terms}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && type('')}
          />
        </search>
        <Field label="Sort by" hideLabel className="w-52">
          <Select
            value={order}
            onChange={(event) => putParam('order', event.target.value)}
            options={orders}
          />
        </Field>
        <p role="status" className="py-1 text-sm text-muted">
          {shown.length === issuers.length ? '' : `${shown.length} of ${issuers.length} issuers`}
        </p>
      </div>
      <IssuerLoadStatus read={{ ...read, again }} what="Balances and pending items" />
      {!isShown ? (
        <LoadingPlaceholder text="Loading issuers…" lines={12} />
      ) : shown.length === 0 ? (
        <EmptyState
          title="No matching issuers"
          action={<Button onClick={() => type('')}>Show all {issuers.length} issuers</Button>}
        >
          No issuer has this name, ID or status.
        </EmptyState>
      ) : (
        <ScrollRegion label="Issuers" className="border-y border-rule">
          <table className="w-full min-w-[44rem] border-collapse max-sm:min-w-0">
            <caption className="sr-only">Issuers with pending items and class balances</caption>
            <thead>
              <tr className="border-b border-rule bg-sunken text-left text-sm">
                <th scope="col" className={head}>
                  Issuer
                </th>
                <th scope="col" className={`${head} max-xl:hidden`}>
                  Status
                </th>
                <th scope="col" className={`${head} text-right max-xl:hidden`}>
                  Pending
                </th>
                <th scope="col" className={`${head} w-24 text-right leading-tight max-xl:hidden`}>
                  Oldest (business days)
                </th>
                <th
                  scope="col"
                  className={`${head} max-xl:hidden`}
                  title="Control book, register and record differences as of today"
                >
                  Proof
                </th>
                <th scope="col" className={`${head} whitespace-nowrap max-xl:hidden`}>
                  Next date
                </th>
                <th scope="col" className={head}>
                  Class
                </th>
                <th scope="col" className={`${head} text-right max-sm:hidden`}>
                  Holders
                </th>
                <th scope="col" className={`${head} text-right`}>
                  Outstanding
                </th>
                <th scope="col" className={`${head} w-32 max-2xl:hidden`}>
                  Use of authorized
                </th>
                <th scope="col" className={`${head} text-right max-sm:hidden`}>
                  Available to issue
                </th>
              </tr>
            </thead>
            {shown.map((part) => (
              <IssuerRow
                key={part.issuer.customerIssuerId}
                part={part}
                dates={dateOf(part.issuer.customerIssuerId)}
                settled={settled}
                agent={agent}
                onAgain={again}
              />
            ))}
          </table>
        </ScrollRegion>
      )}
    </>
  );
}
