// Dilution of one class: chart, figures, checks and table.

'use client';

import { useMemo } from 'react';
import { PairedChart } from '#components/charts/paired-chart';
import { percentText } from '#components/charts/slices';
import { AsOfLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { ClassSelect, useChosenClass } from '#components/register/class-select';
import { DataTable } from '#components/table/data-table';
import { LinkButton } from '#components/ui/button';
import { Stat, StatRow } from '#components/ui/figures';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { Balance } from '#lib/register/capacity';
import {
  type ClassDilution,
  type Diluted,
  dilutionByClass,
  dilutionChecks,
  notDrawn,
  shownParts,
} from '#lib/register/ownership/dilution';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import { dilutionColumns } from './columns.ts';

type Props = {
  issuer: number;
  /** Of the issuer. */
  name: string;
  classes: readonly ClassDilution[];
  balances: readonly Balance[] | null;
  asof: string | null;
  today: string;
};

const shownMax = 8;
const percent = (part: bigint | null, whole: bigint | null) =>
  part === null || whole === null ? '–' : formatPercent(part, whole, 4) || '–';

/** The panel for a response that lists every account. */
export function ListedDilution({ diluted, ...rest }: Omit<Props, 'classes'> & { diluted: Diluted }) {
  const { balances } = rest;
  const classes = useMemo(() => dilutionByClass(diluted, balances), [diluted, balances]);
  return <DilutionPanel classes={classes} {...rest} />;
}

/** One class at a time: classes are never added up. */
export function DilutionPanel({ issuer, name, classes, balances, asof, today }: Props) {
  const chosen = useChosenClass(
    classes,
    (one) => one.reserves > 0,
    (one) => one.rows.length > 0,
  );
  if (!chosen) {
    return (
      <EmptyState title="No classes of securities">
        The registry lists no classes of this issuer on this date.
      </EmptyState>
    );
  }
  return (
    <>
      <ClassSelect
        current={chosen.className}
        classes={classes.map(({ className, reserves }) => ({
          className,
          note: reserves === 0 ? 'none reserved' : `${formatShares(reserves)} reserved`,
        }))}
      />
      {chosen.rows.length === 0 ? (
        <EmptyState
          title={`No outstanding or reserved shares of ${chosen.className}`}
          action={asof && <LinkButton href={routes.dilution(issuer)}>Return to today</LinkButton>}
        >
          {asof
            ? `There were none on ${formatDate(asof)}. Select a later date.`
            : 'The first issuance or reserve adds rows.'}
        </EmptyState>
      ) : (
        <OneClass key={chosen.className} one={chosen} {...{ issuer, name, asof, today }} />
      )}
      <CheckList checks={dilutionChecks(classes, balances)} />
    </>
  );
}

type ClassProps = Pick<Props, 'issuer' | 'name' | 'asof' | 'today'> & { one: ClassDilution };

function OneClass({ one, issuer, name, asof, today }: ClassProps) {
  const { className, rows, outstanding, reserved, diluted, dollars, holders, reserves, whole } = one;
  const parts = useMemo(() => shownParts(one, shownMax), [one]);
  const left = notDrawn(parts);
  const kit = useMemo(() => dilutionColumns(issuer, asof, dollars), [issuer, asof, dollars]);
  const largest = rows.find((row) => !row.reserved);
  const chart = reserves > 0 && holders > 0;
  return (
    <>
      <StatRow>
        <Stat
          primary
          label="Fully diluted"
          value={quantity(diluted, dollars)}
          note="Outstanding and reserved"
        />
        <Stat
          label="Outstanding"
          value={quantity(outstanding, dollars)}
          note={`${formatShares(holders)} ${holders === 1 ? 'holder' : 'holders'}`}
        />
        <Stat
          label="Reserved"
          value={quantity(reserved, dollars)}
          note={
            reserves === 0
              ? 'No reserves'
              : `${formatShares(reserves)} ${reserves === 1 ? 'reserve' : 'reserves'}`
          }
        />
        <Stat label="Reserved, % of fully diluted" value={percent(reserved, diluted)} />
        {largest && (
          <Stat
            label="Largest holder, % of fully diluted"
            value={percent(largest.shares, diluted)}
            note={`${percent(largest.shares, outstanding)} of outstanding: ${largest.name}`}
          />
        )}
      </StatRow>
      {chart ? (
        <div className="mt-6">
          <PairedChart
            title={`${className}, now and fully diluted`}
            asOf={`As of ${formatDate(asof ?? today)}`}
            summary={`${className}: of the fully diluted shares ${percent(reserved, diluted)} are reserved. The table below has every figure.`}
            head={['Holder or reserve', 'Shares', '% of outstanding', '% of fully diluted']}
            before="% of outstanding"
            after="% of fully diluted"
            reserved="Reserved, fully diluted"
            note={
              left &&
              `Outside the scale: ${left.label}, in total ${percentText(left.before ?? '0')} of outstanding and ${percentText(left.after ?? '0')} of fully diluted.`
            }
            rows={parts.map((part) => ({
              ...part,
              drawn: part !== left,
              // The hatching already marks a reserve, so the label leaves out the word "reserve" and keeps its
              // name.
              short: part.reserved ? part.label.replace(/^reserved?\s*[-–:]\s*/i, '') : undefined,
              texts: [
                quantity(part.shares, dollars),
                part.before === null ? 'reserved' : percentText(part.before),
                part.after === null ? '–' : percentText(part.after),
              ],
            }))}
            foot={[
              'Total',
              quantity(diluted, dollars),
              percent(outstanding, outstanding),
              percent(one.listed, diluted),
            ]}
          />
        </div>
      ) : (
        reserves === 0 && (
          <p className="mt-4">
            No shares are reserved for {className}, so fully diluted percentages equal percentages of
            outstanding.
          </p>
        )
      )}
      <Section
        title={`${whole ? 'Largest holders and reserves' : 'All holders and reserves'} of ${className}`}
        aside={<AsOfLabel date={asof} today={today} />}
      >
        {whole && (
          <p className="mb-2 text-sm text-muted print:hidden">
            The figures above cover all {formatShares(whole.held + whole.reserved)} rows. The diluted
            ownership report has every row.
          </p>
        )}
        <DataTable
          id="dilution"
          label={`Holders and reserves of ${className}`}
          columns={kit}
          rows={rows}
          rowId={(row) => row.id}
          noun={['line', 'lines']}
          fileName={`dilution_${issuer}_${asof ?? today}`}
          about={[
            ['Dilution of', `${className}, ${name} (${issuer})`],
            ['As of', asof ?? today],
            ['Fully diluted', 'Outstanding and reserved shares of the class'],
          ]}
        />
      </Section>
    </>
  );
}
