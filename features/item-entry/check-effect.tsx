'use client';

import { Badge } from '#components/ui/badge';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { ItemCheck } from './use-item-check.ts';

type EffectProps = { effect: NonNullable<ItemCheck['effect']> };

const cell = 'py-1 pl-3 text-right tabular-nums whitespace-nowrap';

/** Certificates, accounts and class totals before and after the item is posted. */
export function CheckEffect({ effect }: EffectProps) {
  const { certificatesCanceled, certificatesIssued, accounts, classTotals, stops } = effect;
  const moves = [
    ...certificatesCanceled.map((one) => ({ one, sign: '−' })),
    ...certificatesIssued.map((one) => ({ one, sign: '+' })),
  ];
  const totals = classTotals
    ? (
        [
          ['Outstanding', classTotals.outstandingBefore, classTotals.outstandingAfter],
          ['Treasury', classTotals.treasuryBefore, classTotals.treasuryAfter],
          ['Restricted', classTotals.restrictedBefore, classTotals.restrictedAfter],
        ] as const
      ).filter(([, before, after]) => String(before) !== '0' || String(after) !== '0')
    : [];
  return (
    <Section title="When posted">
      {moves.length > 0 && (
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">Certificates canceled and issued</caption>
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-1 text-left font-normal">
                Certificate
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                Shares
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ one, sign }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
              <tr key={index} className="border-b border-line align-top">
                <td className="min-w-0 py-1 break-words">
                  {one.prefixAndCertificateNumber || 'New'} · {one.name}
                  {one.isBalance && <span className="text-muted"> (balance)</span>}
                  {one.restrictionCode && one.restrictionCode !== 'N' && (
                    <>
                      {' '}
                      <Badge tone="warning">{one.restrictionCode}</Badge>
                    </>
                  )}
                </td>
                <td className={cell}>
                  {sign}
                  {formatShares(one.shares)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {stops.length > 0 && (
        <ul className="mt-2 text-sm">
          {stops.map((stop) => (
            <li key={`${stop.stopId} ${stop.prefixAndCertificateNumber}`} className="py-0.5 break-words">
              {stop.isReleased ? 'Released' : 'Stop'}: {stop.kind} on{' '}
              {stop.prefixAndCertificateNumber || 'a new certificate'}, placed {formatDate(stop.placedOn)}
            </li>
          ))}
        </ul>
      )}
      {accounts.length + totals.length > 0 && (
        <table className="mt-4 w-full border-collapse text-sm">
          <caption className="sr-only">Accounts and class, before and after</caption>
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-1 text-left font-normal">
                Account
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                Before
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
              <tr key={index} className="border-b border-line align-top">
                <th scope="row" className="min-w-0 py-1 text-left font-normal break-words">
                  {one.name} {one.isNew && <Badge tone="accent">New</Badge>}
                </th>
                <td className={cell}>{formatShares(one.sharesBefore)}</td>
                <td className={`${cell} font-medium`}>{formatShares(one.sharesAfter)}</td>
              </tr>
            ))}
            {totals.map(([label, before, after]) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal text-muted">
                  {label}
                </th>
                <td className={cell}>{formatShares(before)}</td>
                <td className={`${cell} font-medium`}>{formatShares(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
