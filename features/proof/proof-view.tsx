'use client';

import { useSearchParams } from 'next/navigation';
import { useAgentOperations } from '#components/data/agent-operations';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useBooksFrom } from '#components/data/queries/use-books-from';
import type { Listed } from '#components/register/issuer-choice';
import { IssuerFilter } from '#components/register/issuer-filter';
import { PrintedAs } from '#components/register/printed-as';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, LinkButton } from '#components/ui/button';
import { DateInput } from '#components/ui/input/date-input';
import { Field } from '#components/ui/input/field';
import { PageHeader } from '#components/ui/text';
import { addDays, formatDate } from '#lib/format/dates';
import { quarterStart, readPeriod } from '#lib/register/periods';
import { readAsOf, routes } from '#lib/routes';

const IssuerProof = lazyComponent(
  () => import('./issuer-proof.tsx').then((part) => part.IssuerProof),
  <LoadingPlaceholder text="Loading comparisons…" lines={12} />,
  'when drawn',
);
const AllIssuers = lazyComponent(
  () => import('./all-issuers.tsx').then((part) => part.AllIssuers),
  <LoadingPlaceholder text="Loading verdicts…" lines={12} />,
  'when drawn',
);

/** Whether the books are in proof on a day: of all issuers, or of one with every comparison. */
export function ProofView({ issuers, today }: { issuers: readonly Listed[]; today: string }) {
  const params = useSearchParams();
  const isFileOffered = useAgentOperations().has('GenerateProof');
  const issuer = issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === params.get('issuer'));
  const to = params.get('to');
  // A link to a control book names the end of its period, which is then the day of the verdict.
  const day = readAsOf(params.get('asof'), today) ?? readAsOf(to, today) ?? today;
  const booksFrom = useBooksFrom(issuer?.customerIssuerId ?? null);
  const earliest = booksFrom ?? undefined;
  const requested = readPeriod(params.get('from'), day, today, { from: quarterStart(day), to: day });
  // The opening balances of a control book are those of the day before, which the books have to cover.
  const openingDay = earliest && addDays(earliest, 1);
  const isCut = openingDay !== undefined && requested.from < openingDay && openingDay <= day;
  const period = isCut ? { ...requested, from: openingDay } : requested;
  const text = `As of ${formatDate(day)}`;
  return (
    <>
      <PrintedAs
        issuer={issuer ? `${issuer.name} (${issuer.customerIssuerId})` : 'All issuers'}
        asOf={text}
        today={today}
      />
      <PageHeader
        kicker={`${issuer ? issuer.name : 'All issuers'} · ${text}`}
        title="Proof"
        description="Control book, register and record differences compared to the exact share at the close of a day. What was not read never counts as equal."
        actions={
          <>
            {issuer && isFileOffered && (
              <LinkButton
                icon="file"
                href={routes.newReport('proof', {
                  issuer: issuer.customerIssuerId,
                  asof: day,
                  from: period.from,
                })}
              >
                Create sealed PDF
              </LinkButton>
            )}
            <Button icon="print" onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        <IssuerFilter issuers={issuers} issuer={issuer} />
        <Field label="As of" className="w-40 max-sm:w-[calc(50%-0.375rem)]">
          <DateInput
            value={day}
            min={earliest}
            max={today}
            onChange={(chosen) => {
              if (!chosen) return;
              putParam('to', null);
              putParam('asof', chosen === today ? null : chosen);
            }}
          />
        </Field>
        {issuer && (
          <Field label="Control book from" className="w-40 max-sm:w-[calc(50%-0.375rem)]">
            <DateInput
              value={period.from}
              min={openingDay}
              max={day}
              onChange={(chosen) => chosen && putParam('from', chosen)}
            />
          </Field>
        )}
        {earliest && <p className="py-1 text-sm text-muted">Books begin {formatDate(earliest)}</p>}
        {day !== today && (
          <Button
            onClick={() => {
              putParam('to', null);
              putParam('asof', null);
            }}
          >
            Today
          </Button>
        )}
      </div>
      {booksFrom === undefined ? (
        <LoadingPlaceholder text="Loading comparisons…" lines={12} />
      ) : issuer ? (
        <IssuerProof
          key={`${issuer.customerIssuerId} ${day}`}
          issuer={issuer.customerIssuerId}
          name={issuer.name}
          day={day}
          today={today}
          period={period}
        />
      ) : (
        <AllIssuers issuers={issuers} day={day} today={today} />
      )}
    </>
  );
}
