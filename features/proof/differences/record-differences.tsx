'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { QueryResult } from '#components/data/query-result';
import { Badge } from '#components/ui/badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { agedAfterDays } from '#lib/proof/verdict';
import { signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import type { Choice } from './difference-dialog.tsx';
import type { RecordDifference } from './types.ts';

const DifferenceDialog = lazyComponent(
  () => import('./difference-dialog.tsx').then((part) => part.DifferenceDialog),
  null,
  'when drawn',
);

/** More than these are in no register; the total says so if there are. */
const rowsMax = 1000;

type Props = { issuer: number; today: string; onChanged: () => void };

/** Record differences, open ones first, to be opened, changed and resolved by those who may. */
export function RecordDifferences({ issuer, today, onChanged }: Props) {
  const operations = useAgentOperations();
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice | null>(null);
  const choose = (kind: 'change' | 'step' | 'resolve', isOffered: boolean) =>
    isOffered ? (difference: RecordDifference) => setChoice({ kind, difference }) : null;
  const requested = query('GetRecordDifferences', {
    customerIssuerId: issuer,
    start: 0,
    numberOfRows: rowsMax,
  });
  const result = useQuery(requested);
  const mayOpen = operations.has('OpenRecordDifference');
  const close = (changed: boolean) => {
    setChoice(null);
    if (!changed) return;
    void client.refetchQueries({ queryKey: requested.queryKey });
    onChanged();
  };
  return (
    <Section
      title="Record differences"
      aside={
        mayOpen && (
          <Button size="sm" className="print:hidden" onClick={() => setChoice({ kind: 'open' })}>
            Open record difference
          </Button>
        )
      }
    >
      <QueryResult
        result={result}
        queryKey={requested.queryKey}
        waiting="Loading record differences…"
        lines={3}
      >
        {({ recordDifferences, totalRecords }) =>
          recordDifferences.length === 0 ? (
            <EmptyState title="No record differences">
              None was ever opened for this issuer. Open one when the control book or paper that was presented
              differs from the register.
            </EmptyState>
          ) : (
            <>
              <PlainTable
                filled
                label="Record differences"
                tableClasses="min-w-[60rem]"
                columns={differenceColumns({
                  issuer,
                  onResolve: choose('resolve', operations.has('ResolveRecordDifference')),
                  onChange: choose('change', operations.has('ChangeRecordDifference')),
                  onStep: choose('step', operations.has('AddRecordDifferenceStep')),
                })}
                rows={[...recordDifferences].sort(
                  (a, b) => Number(a.resolvedOn !== null) - Number(b.resolvedOn !== null),
                )}
                rowId={(one) => `${one.recordDifferenceId}`}
              />
              {Number(totalRecords) > recordDifferences.length && (
                <p className="mt-1 text-sm text-muted">
                  The first {formatShares(recordDifferences.length)} of {formatShares(totalRecords)}.
                </p>
              )}
            </>
          )
        }
      </QueryResult>
      {choice && <DifferenceDialog {...{ choice, issuer, today }} onClose={close} />}
    </Section>
  );
}

type Choose = ((one: RecordDifference) => void) | null;

const differenceColumns = ({
  issuer,
  onResolve,
  onChange,
  onStep,
}: {
  issuer: number;
  onResolve: Choose;
  onChange: Choose;
  onStep: Choose;
}): readonly PlainColumn<RecordDifference>[] => [
  {
    head: 'Cause',
    cell: (one) => (
      <span className="block max-w-md max-sm:max-w-52">
        {one.cause}
        {one.isByPriorAgent && <span className="text-muted"> · prior agent</span>}
        {one.causeKind && <span className="block text-sm text-muted">{one.causeKind}</span>}
        <About issuer={issuer} difference={one} />
        {one.note && <span className="block text-sm text-muted">{one.note}</span>}
        {one.isOverIssuance && <OverIssuance difference={one} />}
        <Steps difference={one} onStep={onStep} onChange={onChange} />
      </span>
    ),
  },
  { head: 'Shares', cell: (one) => signedQuantity(exact(one.shares)) },
  {
    head: 'Class',
    cell: (one) => (
      <>
        {one.security}
        {one.basis && <span className="block text-xs text-muted">{one.basis}</span>}
      </>
    ),
  },
  {
    head: 'Opened',
    cell: (one) => (
      <>
        {formatDate(one.openedOn)}
        {one.openedBy && <span className="block text-xs text-muted">{one.openedBy}</span>}
      </>
    ),
  },
  {
    head: 'Existed since',
    cell: (one) => formatDate(sinceOf(one)),
  },
  {
    head: 'Age in days',
    cell: (one) => (
      <>
        {formatShares(ageOf(one))}{' '}
        {one.resolvedOn === null && ageOf(one) > agedAfterDays && <Badge tone="danger">Aged</Badge>}
      </>
    ),
  },
  {
    head: 'Resolved',
    className: 'whitespace-normal',
    cell: (one) =>
      one.resolvedOn !== null ? (
        <span className="ml-auto block max-w-xs whitespace-normal">
          {formatDate(one.resolvedOn)}
          {one.resolutionKind && <span className="block text-sm">{one.resolutionKind}</span>}
          {one.controlTransactionId !== null && one.controlTransactionId !== undefined && (
            <Link className="block text-sm" href={routes.transaction(issuer, one.controlTransactionId)}>
              Transaction {one.transactionId ?? one.controlTransactionId}
            </Link>
          )}
          <span className="block text-xs text-muted">
            {[one.resolution, one.resolvedBy].filter(Boolean).join(' · ')}
          </span>
        </span>
      ) : onResolve ? (
        <Button size="sm" className="relative print:hidden" onClick={() => onResolve(one)}>
          Resolve<span className="sr-only">: {one.cause}</span>
        </Button>
      ) : (
        'Open'
      ),
  },
];

// A registry that does not state since when a difference exists counts from its opening.
const sinceOf = (one: RecordDifference) => one.existedSince ?? one.openedOn;
const ageOf = (one: RecordDifference) => one.daysExisting ?? one.daysOpen;

/** The certificates, the holder and the item that a difference is about, each with its link. */
function About({ issuer, difference }: { issuer: number; difference: RecordDifference }) {
  const { certificates = [], customerShareholderId, shareholder, itemId } = difference;
  const mayOpenItems = useAgentOperations().has('GetItem');
  return (
    <>
      {certificates.length > 0 && (
        <span className="block text-sm">
          {certificates.length === 1 ? 'Certificate ' : 'Certificates '}
          {certificates.map(({ certificateNumber, controlCertificateId }, index) => (
            <span key={certificateNumber}>
              {index > 0 && ', '}
              {controlCertificateId === null ? (
                certificateNumber
              ) : (
                <Link href={routes.certificate(issuer, controlCertificateId)}>{certificateNumber}</Link>
              )}
            </span>
          ))}
        </span>
      )}
      {customerShareholderId && (
        <span className="block text-sm">
          Holder{' '}
          <Link href={routes.holder(issuer, customerShareholderId)}>
            {shareholder || customerShareholderId}
          </Link>
        </span>
      )}
      {itemId && (
        <span className="block text-sm">
          {mayOpenItems ? (
            <Link href={routes.opsQueue({ item: `${issuer}-${itemId}` })}>Item {itemId}</Link>
          ) : (
            `Item ${itemId}`
          )}
        </span>
      )}
    </>
  );
}

function OverIssuance({ difference }: { difference: RecordDifference }) {
  const { buyInBy, resolvedOn, discoveredOn, openedOn, letterOn, bond } = difference;
  const { boughtInOn, boughtInShares, boughtInPrice, boughtInFrom } = difference;
  return (
    <span className="block text-sm">
      <Badge tone="danger">Over-issuance</Badge>
      {discoveredOn && discoveredOn !== openedOn && ` Discovered ${formatDate(discoveredOn)}.`}
      {letterOn && ` Letter of ${formatDate(letterOn)}.`}
      {bond && ` Bond: ${bond}.`}
      {boughtInOn &&
        boughtInShares &&
        ` ${formatShares(boughtInShares)} shares bought in on ${formatDate(boughtInOn)}${
          boughtInPrice ? ` at $${boughtInPrice}` : ''
        }${boughtInFrom ? ` from ${boughtInFrom}` : ''}.`}
      {resolvedOn === null &&
        buyInBy &&
        ` Buy in by ${formatDate(buyInBy)}, ${letterOn ? 90 : 60} days after it was discovered${
          letterOn ? ', with the letter' : ', unless a letter or a bond is entered'
        }.`}
    </span>
  );
}

type StepsProps = { difference: RecordDifference; onStep: Choose; onChange: Choose };

function Steps({ difference, onStep, onChange }: StepsProps) {
  const { steps = [], resolvedOn, cause } = difference;
  return (
    <>
      {steps.length > 0 && (
        <ol className="mt-1 text-sm" aria-label={`Steps taken: ${cause}`}>
          {steps.map((step) => (
            <li key={step.number}>
              {formatDate(step.takenOn)}: {step.note}
              <span className="text-muted"> {step.recordedBy}</span>
            </li>
          ))}
        </ol>
      )}
      {resolvedOn === null && onStep && (
        <Button
          size="sm"
          variant="quiet"
          className="relative print:hidden"
          onClick={() => onStep(difference)}
        >
          Add step<span className="sr-only">: {cause}</span>
        </Button>
      )}
      {resolvedOn === null && onChange && (
        <Button
          size="sm"
          variant="quiet"
          className="relative print:hidden"
          onClick={() => onChange(difference)}
        >
          Change<span className="sr-only">: {cause}</span>
        </Button>
      )}
    </>
  );
}
