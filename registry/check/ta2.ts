// Checks the figures of Form TA-2 of this year and the year before.

import type { PoolClient } from 'pg';
import { type CalendarDate, yearEnd } from '#lib/format/dates';
import { byKind, turnaroundMonths, wholePercents } from '../operations/parts/ta2/model.ts';
import type { Issuer } from '../queries/issuers.ts';
import { registerMemory } from '../queries/memory.ts';
import { ta2Classes, ta2Items, ta2RoutineItems } from '../queries/ta2-counts.ts';
import { registerTotals } from '../queries/totals.ts';
import type { Finding } from './subject.ts';

const sum = (counts: Iterable<bigint>) => [...counts].reduce((total, count) => total + count, 0n);

/** The calendar years whose TA-2 is checked: the year of the cutoff up to it, and the year before. */
export function ta2Years(asOf: CalendarDate): { from: CalendarDate; to: CalendarDate }[] {
  const year = Number(asOf.slice(0, 4));
  return [year - 1, year].map((each) => {
    const from = `${String(each).padStart(4, '0')}-01-01`;
    const end = yearEnd(from);
    return { from, to: end < asOf ? end : asOf };
  });
}

/**
 * Invariant 39: the numbers of one year's Form TA-2 for these issuers agree with each other and with the
 * register.
 */
export async function* ta2Findings(
  client: PoolClient,
  issuers: readonly Issuer[],
  period: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<Finding> {
  const object = `TA-2 ${period.from.slice(0, 4)}`;
  const error = (sentence: string): Finding => ({ number: 39, object, sentence });
  const ids = issuers.map((issuer) => issuer.id);
  const items = sum((await ta2Items(client, ids, period)).values());
  let byIssuer = 0n;
  for (const id of ids) byIssuer += (await ta2Items(client, [id], period)).get(id) ?? 0n;
  if (items !== byIssuer) yield error(`${items} items received, ${byIssuer} by issuer`);

  const classes = await ta2Classes(client, ids, period.to);
  const accounts = sum(classes.map((one) => one.accounts));
  let positions = 0n;
  for (const issuer of issuers) {
    positions += (await registerTotals(client, registerMemory(), issuer, period.to)).positions;
  }
  if (accounts !== positions) yield error(`${accounts} accounts, the registers have ${positions} holdings`);
  const members = await planMembers(client, ids, period.to);
  for (const one of classes) {
    const counted = members.get(one.id) ?? 0n;
    if (one.plan_accounts !== counted)
      yield error(`class ${one.id} has ${one.plan_accounts} accounts in plans, of ${counted} members`);
    if (one.plan_accounts > one.accounts || one.drs_accounts > one.accounts) {
      yield error(
        `class ${one.id} has ${one.accounts} accounts, ${one.plan_accounts} in plans, ${one.drs_accounts} direct`,
      );
    }
  }
  const percents = sum(Object.values(wholePercents(byKind(classes, (one) => one.accounts))));
  if (percents !== (accounts === 0n ? 0n : 100n))
    yield error(`the kinds of accounts add up to ${percents} %`);

  const routine = await ta2RoutineItems(client, ids, period);
  const months = turnaroundMonths(routine, period, period.to);
  const counted = months.reduce((total, month) => total + month.routineItems, 0);
  const done = routine.filter((item) => item.done_on).length;
  if (counted > routine.length || counted < done) {
    yield error(`${routine.length} routine items, ${done} of them done, the months count ${counted}`);
  }
  for (const { month, routineItems, withinThreeBusinessDays, compliant } of months) {
    if (
      withinThreeBusinessDays > routineItems ||
      compliant !== withinThreeBusinessDays * 10 >= routineItems * 9
    ) {
      yield error(
        `${month}: ${withinThreeBusinessDays} of ${routineItems} in time, ${compliant ? 'met' : 'failed'}`,
      );
    }
  }
}

/** Holders per class who are in its plan and have shares at the close of a day, each counted once. */
async function planMembers(
  client: PoolClient,
  issuerIds: readonly bigint[],
  day: CalendarDate,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await client.query<{ class_id: bigint; members: bigint }>(
    `select m.class_id, count(distinct m.holder_id) as members
       from plan_member m
      where m.issuer_id = any($1::bigint[]) and m.joined_on <= $2 and (m.left_on is null or m.left_on > $2)
        and exists (select from certificate c
                     where c.issuer_id = m.issuer_id and c.class_id = m.class_id and c.holder_id = m.holder_id
                       and not c.is_treasury and c.issued_on <= $2 and c.canceled_on > $2)
      group by m.class_id`,
    [issuerIds, day],
  );
  return new Map(rows.map((row) => [row.class_id, row.members]));
}
