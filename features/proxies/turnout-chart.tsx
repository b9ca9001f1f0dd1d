'use client';

import { wholePercent } from '#components/charts/axes';
import { ColumnChart } from '#components/charts/column-chart';
import { formatDate } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { ratio } from '#lib/register/bigint-math';
import type { Meeting } from '#lib/register/meetings/meetings';
import { readQuorum } from '#lib/register/meetings/quorum';

const shownMax = 12;

/** Shares voted out of shares entitled, per meeting, against each quorum required. */
export function TurnoutChart({ meetings }: { meetings: readonly Meeting[] }) {
  const shown = meetings.slice(0, shownMax).reverse();
  const last = shown.at(-1);
  const requested = shown.map((one) => readQuorum(one.quorumText));
  const line = requested.every((part) => part !== null);
  return (
    <ColumnChart
      title="Turnout"
      asOf="Percent of entitled shares that were voted"
      summary={
        last
          ? `Turnout of ${shown.length} meetings. At the latest, ${last.title}: ${formatPercent(last.voted ?? 0n, last.entitled ?? 1n, 2)} of entitled shares. The table below has every figure.`
          : 'Turnout'
      }
      head="Meeting"
      series={[{ id: 'voted', label: 'Voted', fill: 0 }]}
      columns={shown.map((one, index) => {
        const part = requested[index];
        return {
          id: one.key,
          label: `${one.title}, ${formatDate(one.meeting.day) || one.meeting.rest}`,
          short: one.meeting.day.slice(0, 4) || '–',
          sizes: [ratio(one.voted, one.entitled)],
          texts: [formatPercent(one.voted ?? 0n, one.entitled ?? 1n, 2)],
          level: part ? { size: ratio(part.upper, part.lower), text: one.quorumText } : undefined,
        };
      })}
      line={line ? 'Quorum' : undefined}
      axisText={wholePercent}
    />
  );
}
