// Ownership of one class: chart, figures, checks and table.

'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { OwnershipChart } from '#components/charts/ownership-chart';
import { AsOfLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { FilterSheet } from '#components/register/filter-sheet';
import { DataTable } from '#components/table/data-table';
import { replaceParams } from '#components/ui/browser/address-params';
import { LinkButton } from '#components/ui/button';
import { Stat, StatRow } from '#components/ui/figures';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { type Balance, dollarClasses } from '#lib/register/capacity';
import { type ClassOwnership, type Ownership, ownershipByClass } from '#lib/register/ownership/ownership';
import { ownershipChecks } from '#lib/register/ownership/ownership-checks';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import { chartParts } from './chart-parts.ts';
import { ownerColumns } from './columns.ts';
import { ConcentrationChart } from './concentration-chart.tsx';

type Props = {
  issuer: number;
  /** Of the issuer. */
  name: string;
  classes: readonly ClassOwnership[];
  balances: readonly Balance[] | null;
  asof: string | null;
  today: string;
};

const tops = [5, 10, 20] as const;

const setParam = (name: string, value: string) => {
  const params = new URLSearchParams(window.location.search);
  params.set(name, value);
  replaceParams(params);
};

const percent = (part: bigint | null | undefined, whole: bigint | null) =>
  part === null || part === undefined || whole === null ? '–' : formatPercent(part, whole, 2) || '–';

/** The panel for a response that lists every account. */
export function ListedPanel({ ownership, ...rest }: Omit<Props, 'classes'> & { ownership: Ownership }) {
  const classes = useMemo(() => ownershipByClass(ownership), [ownership]);
  return <ClassPanel classes={classes} {...rest} />;
}

/** One class at a time. The response names classes only by title, so it cannot be requested for one class. */
export function ClassPanel({ issuer, name, classes, balances, asof, today }: Props) {
  const params = useSearchParams();
  const query = params.get('class');
  const chosen =
    classes.find((one) => one.className === query) ??
    classes.find((one) => one.owners.length > 0) ??
    classes[0];
  const top = tops.find((count) => `${count}` === params.get('top')) ?? 10;
  if (!chosen) {
    return (
      <EmptyState title="No classes of securities">
        The registry lists no classes of this issuer on this date.
      </EmptyState>
    );
  }
  return (
    <>
      <FilterSheet chosen={`${chosen.className}, largest ${top} in chart`}>
        <Field label="Class" className="w-96 max-sm:w-full">
          <Select
            value={chosen.className}
            onChange={(event) => setParam('class', event.target.value)}
            options={classes.map((one) => ({
              value: one.className,
              label: `${one.className} (${formatShares(one.holders)} ${one.holders === 1 ? 'holder' : 'holders'})`,
            }))}
          />
        </Field>
        <Field label="Show in chart" className="w-44 max-sm:w-full">
          <Select
            value={`${top}`}
            onChange={(event) => setParam('top', event.target.value)}
            options={tops.map((count) => ({ value: `${count}`, label: `Largest ${count}` }))}
          />
        </Field>
      </FilterSheet>
      {chosen.owners.length === 0 ? (
        <EmptyState
          title={`No holders of ${chosen.className}`}
          action={asof && <LinkButton href={routes.ownership(issuer)}>Return to today</LinkButton>}
        >
          {asof
            ? `No account held shares of this class on ${formatDate(asof)}. Select a later date.`
            : 'No shares of this class are outstanding. The next issuance adds holders.'}
        </EmptyState>
      ) : (
        <Owners
          key={chosen.className}
          one={chosen}
          dollars={dollarClasses(balances ?? []).has(chosen.className)}
          {...{ issuer, name, top, asof, today }}
        />
      )}
      <CheckList checks={ownershipChecks(classes, balances)} />
    </>
  );
}

type OwnersProps = {
  one: ClassOwnership;
  dollars: boolean;
  issuer: number;
  name: string;
  top: number;
  asof: string | null;
  today: string;
};

function Owners({ one, dollars, issuer, name, top, asof, today }: OwnersProps) {
  const { owners, outstanding, className, holders, held, allAccounts } = one;
  const chart = useMemo(() => chartParts(one, top), [one, top]);
  const shown = useMemo(() => ownerColumns(issuer, asof, dollars), [issuer, asof, dollars]);
  const tenth = owners[Math.min(10, owners.length) - 1];
  const large = owners.filter(
    (owner) => owner.shares !== null && outstanding && owner.shares * 20n >= outstanding,
  );
  return (
    <>
      <StatRow>
        <Stat primary label="Outstanding" value={quantity(outstanding, dollars)} note={className} />
        <Stat label="Holders" value={held === null ? '–' : formatShares(holders)} />
        <Stat
          label="Largest holder, % of outstanding"
          value={percent(owners[0]?.shares, outstanding)}
          note={owners[0]?.name}
        />
        <Stat
          label={`${owners.length > 10 ? 'Total of the 10 largest' : 'Total of all holders'}, % of outstanding`}
          value={percent(tenth?.cumulative, outstanding)}
        />
        <Stat
          label="Accounts with 5% or more of outstanding"
          value={held === null || outstanding === null ? '–' : formatShares(large.length)}
          note="Registered holders, not beneficial owners"
        />
      </StatRow>
      <div className="mt-6">
        {chart ? (
          <OwnershipChart
            title={`Largest holders of ${className}`}
            asOf={`As of ${formatDate(asof ?? today)}`}
            owners={chart.parts}
            top={top}
            total={chart.total}
            note={chart.note}
          />
        ) : (
          <p className="text-muted">
            Percentages of {className} cannot be calculated: the registry did not send every figure.
          </p>
        )}
      </div>
      <div className="mt-8">
        <ConcentrationChart one={one} asOf={`As of ${formatDate(asof ?? today)}`} dollars={dollars} />
      </div>
      <Section
        title={
          allAccounts
            ? `${formatShares(owners.length)} largest holders of ${className}`
            : `All holders of ${className}`
        }
        aside={<AsOfLabel date={asof} today={today} />}
      >
        {allAccounts && (
          <p className="mb-2 text-sm text-muted print:hidden">
            The figures above cover all {formatShares(allAccounts.listed)} accounts. The shareholder list has
            every account.
          </p>
        )}
        <DataTable
          id="ownership"
          label={`Holders of ${className}`}
          columns={shown}
          rows={owners}
          rowId={(owner) => owner.id}
          noun={['holder', 'holders']}
          selectable
          fileName={`ownership_${issuer}_${asof ?? today}`}
          about={[
            [allAccounts ? 'Largest holders of' : 'Holders of', `${className}, ${name} (${issuer})`],
            ['As of', asof ?? today],
          ]}
        />
      </Section>
    </>
  );
}
