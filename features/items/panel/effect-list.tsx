'use client';

import { cn } from '#components/ui/cn';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { itemStageText } from '../item-stages.ts';

export type Check = ResponseFor<'CheckItem'>;
type Effect = NonNullable<Check['effect']>;
type Certificate = Effect['certificatesIssued'][number];

const code = ({ restrictionCode }: Certificate) =>
  restrictionCode && restrictionCode !== 'N' ? `, restricted ${restrictionCode}` : '';

const lotText = (lot: Certificate['taxLots'][number]) =>
  `lot of ${formatDate(lot.acquisitionDate)}: ${formatShares(lot.shares)}${lot.costPerShare ? ` at ${formatPerShare(lot.costPerShare)}` : ''}`;

function Certificates({ title, lines }: { title: string; lines: readonly Certificate[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h4 className="mt-2 text-xs text-muted">{title}</h4>
      <ul>
        {lines.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: certificates to issue have no number yet
          <li key={index} className="flex justify-between gap-3 border-b border-line py-0.5">
            <span className="min-w-0 break-words">
              {one.prefixAndCertificateNumber ?? 'New'} · {one.name}
              {code(one)}
              {one.isBalance && ', balance'}
              <span className="block text-xs text-muted">
                {[
                  one.certificateType === 'Certificate' ? 'Certificated' : 'Book entry',
                  one.acquiredOn && `acquired ${formatDate(one.acquiredOn)}`,
                  one.legend,
                  ...one.taxLots.map(lotText),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="shrink-0">{formatShares(one.shares)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const bookKinds: Readonly<Record<string, string>> = { T: 'transfer', N: 'issuance', R: 'retirement' };

function controlBookText(line: Effect['controlBook'][number]): string {
  const shares = [
    ['credited', line.creditedShares],
    ['debited', line.debitedShares],
    ['treasury', line.treasuryShares],
    ['reserved', line.reservedShares],
  ] as const;
  const parts = shares.flatMap(([name, count]) =>
    String(count) === '0' ? [] : [`${name} ${formatShares(count)}`],
  );
  return `Control book: ${[bookKinds[line.kind] ?? line.kind, ...parts].join(', ')}. ${line.authority}`;
}

type Figure = { label: string; before: string | number; after: string | number };

/** What posting would change: certificates, accounts and totals before and after, stops. */
export function EffectList({ effect, itemId }: { effect: Effect; itemId: number }) {
  const { classTotals: totals } = effect;
  const otherItems = effect.otherItems.filter((one) => one.itemId !== itemId);
  const figures: Figure[] = effect.accounts.map(({ name, isNew, sharesBefore, sharesAfter }) => ({
    label: isNew ? `${name} (new account)` : name,
    before: sharesBefore,
    after: sharesAfter,
  }));
  if (totals)
    figures.push(
      { label: 'Class outstanding', before: totals.outstandingBefore, after: totals.outstandingAfter },
      { label: 'of which restricted', before: totals.restrictedBefore, after: totals.restrictedAfter },
      { label: 'Treasury', before: totals.treasuryBefore, after: totals.treasuryAfter },
    );
  return (
    <div className="text-sm">
      <Certificates title="Canceled" lines={effect.certificatesCanceled} />
      <Certificates title="Issued" lines={effect.certificatesIssued} />
      {figures.length > 0 && (
        <table className="mt-2 w-full">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="text-left font-normal">
                Accounts and totals
              </th>
              <th scope="col" className="text-right font-normal">
                Before
              </th>
              <th scope="col" className="text-right font-normal">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ label, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two accounts may have one name
              <tr key={index} className="border-b border-line">
                <th scope="row" className="py-0.5 text-left font-normal">
                  {label}
                </th>
                <td className="py-0.5 pl-4 text-right align-top">{formatShares(before)}</td>
                <td className={cn('py-0.5 pl-4 text-right align-top', before !== after && 'font-medium')}>
                  {formatShares(after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {effect.controlBook.map((line) => (
        <p key={`${line.kind} ${line.authority}`} className="mt-2">
          {controlBookText(line)}
        </p>
      ))}
      {effect.controlBook.length === 0 && figures.length > 0 && (
        <p className="mt-2 text-muted">Control book unchanged.</p>
      )}
      {effect.stops.map((stop) => (
        <p key={stop.stopId} className="mt-1 text-warning">
          Stop on {stop.prefixAndCertificateNumber || 'a new certificate'}: {stop.kind}
          {stop.isReleased && ', released by posting'}.
        </p>
      ))}
      {otherItems.length > 0 && (
        <p className="mt-1 text-warning">
          Other open items on these certificates:{' '}
          {otherItems
            .map(
              (one) =>
                `${one.displayTransactionId ?? `item ${one.itemId}`} on ${one.prefixAndCertificateNumber} (${itemStageText[one.stage].toLowerCase()})`,
            )
            .join(', ')}
          .
        </p>
      )}
    </div>
  );
}

const effects = { Refuses: 'Refuses', Holds: 'Holds', Warns: 'Warns' } as const;
const tones = { Refuses: 'text-danger', Holds: 'text-warning', Warns: 'text-ink' } as const;

/** What stands against an item and what each obstacle does. */
export function ObstacleList({
  obstacles,
  reasons,
}: {
  obstacles: Check['obstacles'];
  /** Titles of rejection reasons. */
  reasons?: Readonly<Record<string, string>>;
}) {
  if (obstacles.length === 0) return <p className="text-sm text-muted">No obstacles.</p>;
  return (
    <ul className="text-sm">
      {obstacles.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two documents may be missing at one field
        <li key={index} className="border-b border-line py-1">
          <span className={`font-medium ${one.isCleared ? 'text-positive' : tones[one.effect]}`}>
            {one.isCleared ? 'Cleared' : effects[one.effect]}
          </span>{' '}
          {one.message}
          {one.rejectionReasons.length > 0 && !one.isCleared && (
            <span className="text-muted">
              {' '}
              Otherwise reject:{' '}
              {one.rejectionReasons
                .map((reason) => (reasons?.[reason] ? `${reason} ${reasons[reason]}` : reason))
                .join('; ')}
              .
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
