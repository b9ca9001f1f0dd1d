// Compares the control totals of a register, stated or typed, with its rows.

import type { ClientBase } from 'pg';
import type { z } from 'zod';
import type { controlMeasure } from '#lib/contract/agent/control-total';
import { formatShares } from '#lib/format/shares';
import { sheetOf } from '../fields/index.ts';
import type { Findings } from '../findings.ts';
import { type Places, placeOf } from './field-place.ts';

/** A control total beside what the rows say. `gap` is the total less the rows. */
export type Total = {
  class: string;
  measure: string;
  stated: bigint;
  counted: bigint;
  gap: bigint;
  /** Open differences explain the gap. */
  isExplained: boolean;
  /** Who typed it; absent for one that the file states. */
  typedBy?: string;
};

/** A control total that a user typed for a class of the file. */
export type TypedTotal = {
  class: string;
  measure: z.infer<typeof controlMeasure>;
  value: bigint;
  byEmail: string;
};

type Row = { row: bigint; class: string; measure: string | null; value: bigint | null };
/** `row`: null for one that was typed. */
type Stated = { row: bigint | null; class: string; measure: string; value: bigint; typedBy?: string };
type ClassRow = { row: bigint; name: string };

/** Counts of each class from the staged rows, by the names of the measures. */
export const countsSql = `
  select k.row, k.name, coalesce(a.shares, 0) as "Authorized", coalesce(r.shares, 0) as "Reserved",
         coalesce(p.issued, 0) as "Issued", coalesce(p.treasury, 0) as "Treasury",
         coalesce(p.issued - p.treasury, 0) as "Outstanding", coalesce(p.restricted, 0) as "Restricted",
         coalesce(h.holders, 0) as "Holders", coalesce(p.certificates, 0) as "Certificates",
         coalesce(p.paper, 0) as "Paper", coalesce(p.certificates - p.paper, 0) as "BookEntry",
         coalesce(p.nominee, 0) as "Nominee", coalesce(p.rows, 0) as "Rows"
    from staged_classes k
    left join (select distinct on (class) class, shares from staged_authorized where shares is not null
                order by class, effective_on desc, row desc) as a on a.class = k.name
    left join (select class, sum(shares) as shares
                 from (select distinct on (class, name) class, shares from staged_reserves where shares is not null
                        order by class, name, effective_on desc, row desc) as last
                group by class) as r on r.class = k.name
    left join (
         select s.class, coalesce(sum(s.shares), 0) as issued,
                coalesce(sum(s.shares) filter (where h.role = 'Treasury'), 0) as treasury,
                coalesce(sum(s.shares) filter (where s.restriction <> 'N' and h.role is distinct from 'Treasury'), 0) as restricted,
                count(*) filter (where h.role is distinct from 'Treasury') as certificates,
                count(*) filter (where s.form = 'Certificate' and h.role is distinct from 'Treasury') as paper,
                coalesce(sum(s.shares) filter (where h.role = 'Nominee' or h.account_type = 'NomineeOrDepository'), 0) as nominee,
                count(*) as rows
           from staged_positions s
           left join (select distinct on (account) account, role, account_type from staged_holders
                       order by account, row) as h on h.account = s.account
          where s.canceled_on is null
          group by s.class) as p on p.class = k.name
    left join (
         select class, count(*) as holders
           from (select distinct class, account from staged_positions where canceled_on is null and shares > 0) as held
          where account in (select account from staged_holders where role is distinct from 'Treasury')
          group by class) as h on h.class = k.name`;

const required = ['Outstanding', 'Holders'];
/** Measures to which an open difference between control book and register belongs. */
const explained: ReadonlySet<string> = new Set(['Outstanding', 'Issued']);

/** Those of the file, then those that were typed. */
async function allStated(client: ClientBase, typed: readonly TypedTotal[]): Promise<Stated[]> {
  const { rows } = await client.query<Row>(
    'select row, class, measure, value from staged_totals order by row',
  );
  return [
    ...rows.flatMap(({ measure, value, ...one }) =>
      measure === null || value === null ? [] : [{ ...one, measure, value }],
    ),
    ...typed.map(({ byEmail: typedBy, ...one }) => ({ ...one, typedBy, row: null })),
  ];
}

/** Compares the rows with the control totals, and adds a finding for each that does not agree. */
export async function checkTotals(
  client: ClientBase,
  findings: Findings,
  places: Places,
  typed: readonly TypedTotal[],
): Promise<Total[]> {
  const add = (
    place: readonly [sheet: string, column: string, row: bigint | null],
    value: string,
    code: string,
    sentence: string,
  ) => {
    const [sheet, column, row] = place;
    const at =
      row === null
        ? { sheet: sheetOf(sheet).name, row: null, field: '', cell: '' }
        : placeOf(places, sheetOf(sheet), column, row);
    findings.add({ ...at, code, severity: 'error', value, sentence });
  };

  const counts = await client.query<ClassRow & Record<string, string | bigint>>(
    `${countsSql} order by k.row`,
  );
  const stated = await allStated(client, typed);
  const open = await client.query<{ class: string; shares: string; row: bigint }>(
    'select class, sum(shares)::text as shares, min(row) as row from staged_differences group by class',
  );
  const totals: Total[] = [];
  const seen = new Set<string>();
  for (const of of counts.rows) {
    // A class that is given twice has a finding of its own.
    if (seen.has(of.name)) continue;
    seen.add(of.name);
    const own = stated.filter((one) => one.class === of.name);
    for (const measure of required) {
      if (own.some((row) => row.measure === measure)) continue;
      const sentence = `${of.name} has no control total for ${measure}.`;
      add(['classes', 'name', of.row], of.name, 'T02', sentence);
    }
    const difference = open.rows.find((row) => row.class === of.name);
    for (const { row, measure, value, typedBy } of own) {
      const counted = BigInt(of[measure]!);
      const gap = value - counted;
      const explains = explained.has(measure) && difference !== undefined;
      const isExplained = explains && BigInt(difference.shares) === gap;
      totals.push({
        class: of.name,
        measure,
        stated: value,
        counted,
        gap,
        isExplained,
        ...(typedBy && { typedBy }),
      });
      if (gap === 0n && !(explains && BigInt(difference.shares) !== 0n)) continue;
      if (isExplained) continue;
      if (explains) {
        const sentence = `${of.name}: open differences sum to ${formatShares(difference.shares)}; the gap is ${formatShares(gap)}.`;
        add(['differences', 'shares', difference.row], difference.shares, 'T03', sentence);
        continue;
      }
      const size = gap < 0n ? -gap : gap;
      const sentence = `${of.name}, ${measure}: rows ${formatShares(counted)}, control total ${formatShares(value)}${typedBy ? ' (typed)' : ''}, difference ${formatShares(size)}.`;
      add(['totals', 'value', row], String(value), 'T01', sentence);
    }
  }
  for (const { class: name, measure, value } of typed.filter((one) => !seen.has(one.class))) {
    const sentence = `${name}, ${measure}: a control total was typed, but class ${name} is not on the sheet Classes.`;
    add(['totals', 'class', null], String(value), 'T04', sentence);
  }
  return totals;
}
