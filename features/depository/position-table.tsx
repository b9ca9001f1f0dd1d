'use client';

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { daysBetween, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { itemText, type PositionFacts } from '#lib/proof/depository/facts';
import { isSettled } from '#lib/proof/depository/match';
import { agedAfterDays } from '#lib/proof/verdict';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

export type ShownPosition = { facts: PositionFacts; issuer: number; issuerName: string };

type Props = {
  positions: readonly ShownPosition[];
  asOf: string;
  timeZone?: string;
  onExplain: ((one: ShownPosition) => void) | null;
};

/** Depository's position, nominee's balance, what explains the difference, and what remains, by class. */
export const PositionTable = ({ positions, asOf, timeZone, onExplain }: Props) => (
  <PlainTable
    filled
    label="Positions"
    tableClasses="min-w-[60rem]"
    columns={columnsOf(asOf, timeZone, onExplain)}
    rows={positions}
    rowId={({ facts }) => `${facts.classId}`}
  />
);

const columnsOf = (
  asOf: string,
  timeZone: string | undefined,
  onExplain: Props['onExplain'],
): readonly PlainColumn<ShownPosition>[] => [
  {
    head: 'Class',
    cell: ({ facts, issuer, issuerName }) => (
      <span className="block max-w-sm">
        <Link href={routes.proof({ issuer, asof: asOf })}>{issuerName}</Link>
        <span className="block text-sm">{facts.className}</span>
        <span className="block text-xs text-muted">CUSIP {facts.cusip || 'none'}</span>
        <Explanations facts={facts} timeZone={timeZone} />
      </span>
    ),
  },
  { head: 'Depository', cell: ({ facts }) => quantity(facts.position) },
  { head: 'Nominee', cell: ({ facts }) => quantity(facts.balance) },
  { head: 'Explained', cell: ({ facts }) => signedQuantity(facts.explained) },
  { head: 'Break', cell: ({ facts }) => signedQuantity(facts.difference) },
  {
    head: 'Since',
    cell: ({ facts }) => <Since since={facts.since} asOf={asOf} />,
  },
  {
    head: 'Result',
    cell: ({ facts }) => (
      <>
        <Badge tone={isSettled(facts.result) ? 'neutral' : 'danger'}>{facts.result}</Badge>
        {facts.isPendingLong && (
          <span className="mt-1 block">
            <Badge tone="warning">Pending over 3 days</Badge>
          </span>
        )}
      </>
    ),
  },
  ...(onExplain
    ? [
        {
          head: 'Action',
          cell: (one: ShownPosition) =>
            isSettled(one.facts.result) && !one.facts.explanation ? (
              '–'
            ) : (
              <Button size="sm" className="relative print:hidden" onClick={() => onExplain(one)}>
                Explain
                <span className="sr-only">
                  : {one.issuerName}, {one.facts.className}
                </span>
              </Button>
            ),
        },
      ]
    : []),
];

const Since = ({ since, asOf }: { since: string | null; asOf: string }) => {
  if (since === null) return '–';
  const days = daysBetween(since, asOf);
  return (
    <>
      {formatDate(since)}
      <span className="block text-xs text-muted">
        {formatShares(days)} {days === 1 ? 'day' : 'days'}
      </span>
      {days > agedAfterDays && <Badge tone="danger">Aged</Badge>}
    </>
  );
};

/** Open movements, and what a user wrote about the break. */
const Explanations = ({ facts, timeZone }: { facts: PositionFacts; timeZone: string | undefined }) => (
  <>
    {facts.items.length > 0 && (
      <ul className="mt-1 list-disc pl-4 text-xs whitespace-normal text-muted">
        {facts.items.map((item) => (
          <li key={`${item.kind} ${item.reference} ${item.transaction} ${item.direction}`}>
            {itemText(item)}
            {item.day && `, ${formatShares(item.age)} business ${item.age === 1 ? 'day' : 'days'}`}
          </li>
        ))}
      </ul>
    )}
    {facts.explanation && (
      <span className="mt-1 block text-xs whitespace-normal text-muted">
        {facts.explanation.note}
        {facts.explanation.transactions.length === 0 && ' (a note: it explains no share)'}
        <span className="block">
          {facts.explanation.by}, {formatInstant(facts.explanation.at, timeZone)}
        </span>
      </span>
    )}
  </>
);
