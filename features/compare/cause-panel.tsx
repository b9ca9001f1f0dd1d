'use client';

import { useEffect, useRef } from 'react';
import { ScrollRegion } from '#components/data/scroll-region';
import { EntryLink } from '#components/register/entry-link';
import { putParam } from '#components/ui/browser/address-params';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Skeleton, SlowNotice } from '#components/ui/states';
import { formatDate } from '#lib/format/dates';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import type { Explained } from './causes.ts';
import { ReversalNote } from './reversal-note.tsx';

type Props = {
  row: Explained;
  /** The journal of the period is loaded. */
  read: boolean;
  reading: { cancel: () => void } | null;
  dollars: boolean;
  issuer: number;
  from: string;
  to: string;
  asof: string | null;
};

/** The transactions behind one change, the effect of each on this account, and the unexplained rest. */
export function CausePanel({ row, read, reading, dollars, issuer, from, to, asof }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  const close = () => {
    putParam('holder', null);
    document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(row.id)}"]`)?.focus();
  };
  const inDollars = new Set(dollars ? [row.className] : []);
  const cell = 'py-1.5 pl-4 text-right whitespace-nowrap';
  return (
    <section
      aria-label={`Causes: ${row.name}`}
      className="mt-6 rounded-md border border-rule/60 bg-raised px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 font-title text-lg break-words outline-none">
          {row.profile ? (
            <Link href={routes.holder(issuer, row.profile, { asof })}>{row.name}</Link>
          ) : (
            row.name
          )}
        </h2>
        <Button size="sm" variant="quiet" icon="close" onClick={close}>
          Close
        </Button>
      </div>
      <p className="text-sm text-muted">
        {row.className}: {quantity(row.before, dollars)} on {formatDate(from)}, {quantity(row.after, dollars)}{' '}
        on {formatDate(to)}.
      </p>
      {!read && reading && (
        <div className="mt-2">
          <SlowNotice pending text="Loading transactions…" onCancel={reading.cancel} />
          <Skeleton lines={3} />
        </div>
      )}
      {read && (
        <ScrollRegion label={`Transactions of ${row.name}`} className="mt-2">
          <table className="w-full border-collapse">
            <caption className="sr-only">Transactions that caused the change</caption>
            <thead>
              <tr className="border-b border-rule text-left text-xs text-muted">
                <th scope="col" className="py-1 pr-4 font-normal">
                  Effective
                </th>
                <th scope="col" className="py-1 pr-4 font-normal">
                  Number
                </th>
                <th scope="col" className="py-1 pr-4 font-normal">
                  Description
                </th>
                <th scope="col" className="py-1 pr-4 font-normal">
                  Counterparty
                </th>
                <th scope="col" className="py-1 pl-4 text-right font-normal">
                  Effect
                </th>
              </tr>
            </thead>
            <tbody>
              {row.causes.map(({ entry, net, counterparties }) => (
                <tr key={entry.key} className="border-b border-line align-top">
                  <td className="py-1.5 pr-4 whitespace-nowrap">{formatDate(entry.effective)}</td>
                  <td className="py-1.5 pr-4 whitespace-nowrap">{entry.number}</td>
                  <td className="min-w-64 py-1.5 pr-4">
                    <EntryLink {...{ issuer, entry, asof }} dollars={inDollars} />
                    <ReversalNote {...{ issuer, from, to }} id={entry.id} />
                  </td>
                  <td className="min-w-40 py-1.5 pr-4">{counterparties.join('; ') || '–'}</td>
                  <td className={cell}>{signedQuantity(net, dollars)}</td>
                </tr>
              ))}
              <tr className="border-b border-line">
                <th scope="row" colSpan={4} className="py-1.5 pr-4 text-left font-normal">
                  Unexplained by transactions of the period
                </th>
                <td className={cell}>{signedQuantity(row.unexplained, dollars)}</td>
              </tr>
            </tbody>
            <tfoot>
              <tr className="ledger-total font-semibold">
                <th scope="row" colSpan={4} className="py-1.5 pr-4 text-left">
                  Change
                </th>
                <td className={cell}>{signedQuantity(row.change, dollars)}</td>
              </tr>
            </tfoot>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
