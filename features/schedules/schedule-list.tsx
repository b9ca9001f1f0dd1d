'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { endSchedule, type Schedule, schedulesQuery } from '#lib/api/schedules';
import { formatDate } from '#lib/format/dates';
import { everyLabels } from './every-labels.ts';

type Props = { titleOf: (endpoint: string) => string; issuers: Readonly<Record<string, string>> };

/** The user's scheduled reports; renders nothing where there are none. */
export function ScheduleList({ titleOf, issuers }: Props) {
  const { data } = useQuery(schedulesQuery());
  if (!data || data.length === 0) return null;
  return (
    <Section title="Scheduled reports" className="mb-6">
      <ul className="divide-y divide-line border-b border-line">
        {data.map((one) => (
          <Line
            key={one.id}
            schedule={one}
            title={titleOf(one.endpoint)}
            owner={one.issuer === null ? 'All issuers' : (issuers[one.issuer] ?? `Issuer ${one.issuer}`)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Line({ schedule, title, owner }: { schedule: Schedule; title: string; owner: string }) {
  const client = useQueryClient();
  const end = useMutation<void, ApiError>({
    mutationFn: () => endSchedule(schedule.id),
    onSettled: () => client.invalidateQueries({ queryKey: ['schedules'] }),
  });
  const { every, next, stopped, problem } = schedule;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
      <div className="min-w-0">
        <p>
          <span className="font-medium">{title}</span>
          <span className="text-muted">
            {' '}
            · {owner} · {everyLabels[every]}
            {!stopped && next && `, next as of ${formatDate(next)}`}
          </span>
        </p>
        {stopped && (
          <p>
            <Badge tone="danger">Stopped</Badge> {stopped}
          </p>
        )}
        {!stopped && problem && (
          <p className="text-sm text-danger">Last attempt failed: {problem} It will be tried again.</p>
        )}
      </div>
      {!stopped && (
        <Button
          size="sm"
          variant="quiet"
          className="print:hidden"
          pending={end.isPending}
          aria-label={`Stop: ${title}, ${owner}, ${everyLabels[every]}`}
          onClick={() => end.mutate()}
        >
          {end.isError ? 'Try again' : 'Stop'}
        </Button>
      )}
    </li>
  );
}
