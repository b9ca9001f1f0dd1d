'use client';

import type { Part } from '#components/data/queries/use-each-issuer';
import { CapacityBar } from '#components/register/capacity-bar';
import { VerdictBadge } from '#components/register/verdict-badge';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { Verdict } from '#lib/proof/verdict';
import { availableToIssueText, type Balance, capacityOf } from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import type { IssuerStatus, NextDate, PendingItems } from './issuer-status.ts';

const tones: Record<string, Tone> = { Active: 'positive', Pending: 'warning' };

const cell = 'px-3 py-1 align-top max-sm:px-1.5';
const days = (count: number) => `${formatShares(count)} business ${count === 1 ? 'day' : 'days'}`;

type Props = {
  part: Part<IssuerStatus>;
  /** The next date; null for an issuer whose dates are not loaded. */
  dates: Part<{ next: NextDate | null | undefined }> | null;
  /** Every issuer is loaded: a date that is not being loaded will stay empty. */
  settled: boolean;
  agent: boolean;
  onAgain: (issuer: number) => void;
};

/** One issuer: alerts, then a line per class. */
export function IssuerRow({ part, dates, settled, agent, onAgain }: Props) {
  const clock = useClock();
  const { issuer, data, state, error, readAt } = part;
  const { customerIssuerId: id, name, status } = issuer;
  const lines = Math.max(data?.balances.length ?? 1, 1);
  const next = dates?.data?.next;
  const coming = dates ? dates.state === 'waiting' || dates.state === 'reading' : !settled;
  const badge = <Badge tone={tones[status]}>{status || 'Status not reported'}</Badge>;
  return (
    <tbody className="border-b border-line hover:bg-sunken/60">
      {Array.from({ length: lines }, (_, index) => {
        const balance = data?.balances[index];
        return (
          // The last row takes the extra height of the issuer's cell, so that the lines stay together.
          <tr key={balance?.securityID ?? 'first'} className={index < lines - 1 ? 'h-7' : undefined}>
            {index === 0 && (
              <>
                <th
                  scope="rowgroup"
                  rowSpan={lines}
                  className={`${cell} py-2 text-left font-normal xl:min-w-52`}
                >
                  <Link href={routes.issuer(id)} className="font-medium">
                    {name}
                  </Link>
                  <span className="block text-xs text-muted">{id}</span>
                  <span className="mt-1 flex flex-wrap gap-1.5 xl:hidden">
                    {status !== 'Active' && badge}
                    {data && data.books.kind !== 'in proof' && (
                      <Books id={id} verdict={data.books} agent={agent} />
                    )}
                    {data?.waiting && data.waiting.pending > 0 && (
                      <span className={data.waiting.late > 0 ? 'text-xs text-danger' : 'text-xs text-muted'}>
                        {data.waiting.pending} pending
                        {data.waiting.oldest !== null && `, ${days(data.waiting.oldest)}`}
                      </span>
                    )}
                    {next && (
                      <span className="text-xs text-muted">
                        {next.what} {formatDate(next.day)}
                      </span>
                    )}
                  </span>
                  {data && error && (
                    <span className="mt-1 block text-xs text-danger">
                      {error.message} Showing data from {clock.time(readAt)}.
                    </span>
                  )}
                </th>
                <td rowSpan={lines} className={`${cell} py-2 max-xl:hidden`}>
                  {badge}
                </td>
                {data && <Facts {...{ id, data, next, coming, agent, lines }} />}
              </>
            )}
            {balance ? (
              <ClassCells balance={balance} first={index === 0} />
            ) : (
              <td colSpan={data ? 5 : 9} className={`${cell} py-2 text-muted`}>
                {data ? (
                  'No classes of securities'
                ) : state === 'failed' || state === 'stopped' ? (
                  <span className="flex flex-wrap items-center gap-3">
                    {error ? error.message : 'Not loaded.'}
                    <Button size="sm" onClick={() => onAgain(id)}>
                      Try again
                    </Button>
                  </span>
                ) : (
                  <span className="skeleton block h-4 rounded" aria-hidden="true" />
                )}
              </td>
            )}
          </tr>
        );
      })}
    </tbody>
  );
}

/** Agent staff open the comparisons; others the overview, which has the sentence. */
const Books = ({ id, verdict, agent }: { id: number; verdict: Verdict; agent: boolean }) => (
  <Link href={agent ? routes.proof({ issuer: id }) : routes.issuer(id)}>
    <VerdictBadge verdict={verdict} />
  </Link>
);

type FactProps = {
  id: number;
  data: IssuerStatus;
  next: NextDate | null | undefined;
  coming: boolean;
  agent: boolean;
  lines: number;
};

/** Pending, oldest item, proof and the next date; shows which of them could not be loaded. */
function Facts({ id, data, next, coming, agent, lines }: FactProps) {
  const { waiting, books } = data;
  const classes = `${cell} py-2 max-xl:hidden`;
  return (
    <>
      <td rowSpan={lines} className={`${classes} text-right`}>
        <Pending id={id} waiting={waiting} agent={agent} />
      </td>
      <td
        rowSpan={lines}
        className={`${classes} text-right whitespace-nowrap ${waiting && waiting.late > 0 ? 'font-medium text-danger' : ''}`}
      >
        {waiting?.oldest == null ? '–' : formatShares(waiting.oldest)}
      </td>
      <td rowSpan={lines} className={classes}>
        <Books id={id} verdict={books} agent={agent} />
      </td>
      <td rowSpan={lines} className={`${classes} whitespace-nowrap`}>
        {next === undefined ? (
          coming ? (
            <span className="skeleton block h-4 w-16 rounded" aria-hidden="true" />
          ) : (
            <span className="text-muted">Not loaded</span>
          )
        ) : next === null ? (
          '–'
        ) : (
          <>
            {formatDate(next.day)}
            <span className="block text-xs text-muted">{next.what}</span>
          </>
        )}
      </td>
    </>
  );
}

function Pending({ id, waiting, agent }: { id: number; waiting: PendingItems | null; agent: boolean }) {
  if (!waiting) return <span className="text-muted">Not loaded</span>;
  if (waiting.pending === 0) return '0';
  return (
    <Link href={routes.transactions(id, agent ? {} : { status: 'Pending' })}>
      {formatShares(waiting.pending)}
    </Link>
  );
}

function ClassCells({ balance, first }: { balance: Balance; first: boolean }) {
  const capacity = capacityOf(balance);
  const classes = `${cell} ${first ? 'pt-2' : ''}`;
  return (
    <>
      <td className={`${classes} min-[1360px]:whitespace-nowrap`}>{balance.className}</td>
      <td className={`${classes} text-right max-sm:hidden`}>{quantity(exact(balance.totalShareholder))}</td>
      <td className={`${classes} text-right`}>{quantity(capacity.outstanding, capacity.dollars)}</td>
      <td className={`${classes} max-2xl:hidden`}>
        <CapacityBar capacity={capacity} className="mt-1.5 h-2 w-full" />
      </td>
      <td className={`${classes} text-right max-sm:hidden`}>{availableToIssueText(capacity)}</td>
    </>
  );
}
