// Makes and imports the depository's position files of the demo.

import type { PoolClient } from 'pg';
import { isBusinessDay } from '#lib/format/business-days';
import { addDays, type CalendarDate } from '#lib/format/dates';
import type { Direction } from '#lib/proof/depository/lines';
import { fixedFile, movement, position, type Written } from '#lib/proof/depository/write-file';
import { importFile } from '#registry/depository/import-file';

type Row = { customer_id: bigint; class_id: bigint; name: string; cusip: string; balance: bigint };
type Moved = { class_id: bigint; txn_id: bigint; net: bigint; reference: string | null };

/** What the depository of the demo reports otherwise than the register has it, by issuer. */
const breaks: Readonly<Record<string, bigint>> = {
  // Nothing explains it: the issuer has a record difference of as many shares.
  1005: -40n,
};
/** A deposit that the depository confirmed on the last day and that is not posted here yet. */
const late = { issuer: 1008n, shares: 500n };

/**
 * Position files of the fictional Meridian Depository for the last two business days: written from the books, with an
 * explained and an unexplained break, and read as any other file.
 */
export async function loadPositionFiles(tx: PoolClient, lastDay: CalendarDate): Promise<void> {
  const agent = await tx.query<{ number: string }>(
    'select participant_number as number from agent order by id limit 1',
  );
  let last = lastDay;
  while (!isBusinessDay(last)) last = addDays(last, -1);
  let before = addDays(last, -1);
  while (!isBusinessDay(before)) before = addDays(before, -1);
  for (const [index, asOf] of [before, last].entries()) {
    const text = fixedFile({
      agent: agent.rows[0]?.number ?? '',
      asOf,
      sequence: 4711 + index,
      lines: await linesOf(tx, asOf, asOf === last),
    });
    const imported = await importFile(tx, {
      bytes: Buffer.from(text),
      name: `meridian-positions-${asOf.replaceAll('-', '')}.txt`,
      agent: agent.rows[0]?.number ?? '',
      today: asOf,
      by: 'clerk@harborline.example',
      at: `${asOf}T23:10:00.000Z`,
    });
    if ('errors' in imported) throw new Error(`The demo's position file: ${JSON.stringify(imported.errors)}`);
  }
}

async function linesOf(tx: PoolClient, day: CalendarDate, isLast: boolean): Promise<Written[]> {
  const { rows } = await tx.query<Row>(
    `select i.customer_id, k.id as class_id, i.name, k.cusip, sum(c.shares)::bigint as balance
       from certificate c join holder h on h.id = c.holder_id and h.is_nominee
       join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id and k.cusip <> ''
       join issuer i on i.id = c.issuer_id
      where not c.is_treasury and c.issued_on <= $1 and c.canceled_on > $1
      group by i.customer_id, k.id, i.name, k.cusip order by i.customer_id, k.id`,
    [day],
  );
  const moved = await tx.query<Moved>(
    `select n.class_id, t.id as txn_id, sum(n.shares)::bigint as net,
            (select max(q.depository_reference) from item q where q.issuer_id = t.issuer_id and q.txn_id = t.id)
              as reference
       from txn t join (
         select c.issuer_id, c.issued_txn as txn_id, c.class_id, c.shares
           from certificate c join holder h on h.id = c.holder_id and h.is_nominee where c.issued_on = $1
         union all
         select c.issuer_id, c.canceled_txn, c.class_id, -c.shares
           from certificate c join holder h on h.id = c.holder_id and h.is_nominee where c.canceled_on = $1
       ) as n on n.issuer_id = t.issuer_id and n.txn_id = t.id
      where t.effective_on = $1 and t.status = 'Completed'
        and t.sub_kind in ('Depository deposit', 'Depository withdrawal')
      group by n.class_id, t.issuer_id, t.id having sum(n.shares) <> 0 order by t.issuer_id, t.id`,
    [day],
  );
  const lines: Written[] = [];
  const movements: Written[] = [];
  for (const { customer_id, class_id, name, cusip, balance } of rows) {
    const own = breaks[`${customer_id}`] ?? 0n;
    const isLate = isLast && customer_id === late.issuer;
    lines.push(position(cusip, balance + own + (isLate ? late.shares : 0n), name.toUpperCase()));
    if (isLate)
      movements.push(movement(cusip, { reference: referenceOf(day, 90_500n), shares: late.shares }));
    for (const one of moved.rows.filter((row) => row.class_id === class_id)) {
      const direction: Direction = one.net > 0n ? 'Deposit' : 'Withdrawal';
      const shares = one.net > 0n ? one.net : -one.net;
      movements.push(
        movement(cusip, { reference: one.reference ?? referenceOf(day, one.txn_id), direction, shares }),
      );
    }
  }
  return [...lines, ...movements];
}

/** `DW`, the day, and five digits. */
const referenceOf = (day: CalendarDate, number: bigint) =>
  `DW${day.replaceAll('-', '')}${(number % 100_000n).toString().padStart(5, '0')}`;
