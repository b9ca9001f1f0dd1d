'use client';

import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useDeferredValue, useRef, useState } from 'react';
import { formatLongDate } from '#lib/format/dates';
import { replaceParams } from '@/components/table/url-view';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import { Select, TextInput } from '@/components/ui/inputs';
import { useShortcut } from '@/components/ui/shortcuts';
import { EmptyState, SlowNotice } from '@/components/ui/states';
import { PageHeader } from '@/components/ui/text';
import { CapacityPatterns } from '../capacity.tsx';
import { PrintedAs } from '../printed-as.tsx';
import { ScrollRegion } from '../scroll-region.tsx';
import { IssuerRow } from './issuer-row.tsx';
import { type Listed, matching, type Order, ordered } from './order.ts';

const orders: readonly { value: Order; label: string }[] = [
  { value: 'attention', label: 'Needs attention first' },
  { value: 'name', label: 'Name' },
  { value: 'number', label: 'Number' },
];

/** The first part of the key of every balance. */
const balances = ['GetIssuerBalance'];

const setParam = (name: string, value: string) => {
  const params = new URLSearchParams(window.location.search);
  if (value) params.set(name, value);
  else params.delete(name);
  replaceParams(params);
};

/** Every issuer with the balances of its classes; a balance is asked for when its row comes into view. */
export function PortfolioScreen({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const client = useQueryClient();
  const reading = useIsFetching({ queryKey: balances });
  const box = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(params.get('q') ?? '');
  const order = orders.find(({ value }) => value === params.get('order'))?.value ?? 'attention';
  const shown = matching(ordered(issuers, order), useDeferredValue(words));
  useShortcut('/', () => box.current?.focus());
  const type = (text: string) => {
    setWords(text);
    setParam('q', text);
  };
  return (
    <>
      <PrintedAs issuer="All issuers" asOf={`As of ${formatLongDate(today)}`} today={today} />
      <PageHeader
        title="Portfolio"
        description={`${issuers.length} ${issuers.length === 1 ? 'issuer' : 'issuers'}. Balances as of today, ${formatLongDate(today)}.`}
      />
      <CapacityPatterns />
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
        <search className="relative w-72 max-sm:w-full">
          <Icon name="search" className="pointer-events-none absolute top-2 left-2 size-4 text-muted" />
          <TextInput
            ref={box}
            type="search"
            aria-label="Find an issuer"
            aria-keyshortcuts="/"
            placeholder="Name, number or status"
            value={words}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && type('')}
            className="pl-8"
          />
        </search>
        <Field label="Order" hideLabel className="w-52">
          <Select
            value={order}
            onChange={(event) => setParam('order', event.target.value)}
            options={orders}
          />
        </Field>
        <p role="status" className="py-1 text-sm text-muted">
          {shown.length === issuers.length ? '' : `${shown.length} of ${issuers.length} issuers`}
        </p>
      </div>
      <SlowNotice
        pending={reading > 0}
        sentence={`The registry is adding up the balances of ${reading} ${reading === 1 ? 'issuer' : 'issuers'}.`}
        onCancel={() => void client.cancelQueries({ queryKey: balances })}
      />
      {shown.length === 0 ? (
        <EmptyState
          title="No issuer matches"
          action={<Button onClick={() => type('')}>Show all {issuers.length}</Button>}
        >
          The name, number and status of every issuer were looked through.
        </EmptyState>
      ) : (
        <ScrollRegion label="Issuers" className="border-y border-rule">
          <table className="w-full min-w-[44rem] border-collapse max-sm:min-w-[27rem]">
            <caption className="sr-only">Issuers and the balances of their classes</caption>
            <thead>
              <tr className="border-b border-rule bg-sunken text-left text-sm">
                <th scope="col" className="px-3 py-2 font-medium max-sm:px-1.5">
                  Issuer
                </th>
                <th scope="col" className="px-3 py-2 font-medium max-sm:hidden">
                  Status
                </th>
                <th scope="col" className="px-3 py-2 font-medium max-sm:px-1.5">
                  Class
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden">
                  Holders
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium max-sm:px-1.5">
                  Outstanding
                </th>
                <th scope="col" className="w-40 px-3 py-2 font-medium max-xl:hidden">
                  Of authorized
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium max-sm:px-1.5">
                  Left to issue
                </th>
              </tr>
            </thead>
            {shown.map((issuer) => (
              <IssuerRow key={issuer.customerIssuerId} issuer={issuer} today={today} />
            ))}
          </table>
        </ScrollRegion>
      )}
    </>
  );
}
