'use client';

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { MaybeLink } from '#components/register/maybe-link';
import { Badge } from '#components/ui/badge';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { isActiveOn, type Stop } from './stops.ts';

type Props = { issuer: number; stops: readonly Stop[]; asof: string | null; today: string };

const date = (day: string) => <span className="block whitespace-nowrap">{formatDate(day)}</span>;

const lines = (...parts: readonly (string | false)[]) => {
  const shown = parts.filter(Boolean) as string[];
  return shown.length === 0
    ? '–'
    : shown.map((part) => (
        <span key={part} className="block whitespace-normal">
          {part}
        </span>
      ));
};

/** Every stop of one certificate: who placed it, on which paper, and how it ended. */
export function StopHistory({ issuer, stops, asof, today }: Props) {
  const day = asof ?? today;
  const left = 'text-left! align-top';
  const shown: readonly PlainColumn<Stop>[] = [
    {
      head: 'Stop',
      cell: (one) => (
        <>
          {one.kind} {isActiveOn(one, day) && <Badge tone="danger">Active</Badge>}
        </>
      ),
    },
    {
      head: 'Placed',
      className: left,
      cell: (one) => (
        <>
          {date(one.placed)}
          {one.placedBy && lines(`by ${one.placedBy}`)}
        </>
      ),
    },
    {
      head: 'Demanded by',
      className: left,
      cell: (one) =>
        lines(one.demandedBy, one.document, one.expires && `expires ${formatDate(one.expires)}`, one.note),
    },
    {
      head: 'Released',
      className: left,
      cell: (one) =>
        one.released === '' ? (
          'No'
        ) : (
          <>
            {one.released > day && lines('Not by then. Released on')}
            {date(one.released)}
            {one.releasedBy && lines(`by ${one.releasedBy}`)}
            {one.transaction !== null && (
              <span className="block">
                with transaction{' '}
                <MaybeLink href={routes.transaction(issuer, one.transaction, { asof })}>
                  {one.transactionNumber}
                </MaybeLink>
              </span>
            )}
          </>
        ),
    },
    {
      head: 'Reason',
      className: left,
      cell: (one) => lines(one.releaseReason, one.releaseDocument),
    },
  ];
  return (
    <Section title="Stops">
      {stops.length === 0 ? (
        <p className="py-1 text-muted">
          {asof
            ? `No stop was placed on this certificate by ${formatDate(asof)}.`
            : 'No stop has been placed on this certificate.'}
        </p>
      ) : (
        <PlainTable
          label="Stops of this certificate"
          caption="Stops"
          columns={shown}
          rows={stops}
          rowId={(one) => one.id}
        />
      )}
    </Section>
  );
}
