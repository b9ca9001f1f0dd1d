// Checks that the classes of a bulk sheet exist and have enough shares available to issue.

import type { PoolClient } from 'pg';
import { formatShares } from '#lib/format/shares';
import { chosenClass } from '#registry/ledger/core/class-choice';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import { issuableFrom } from '#registry/ledger/core/limits';
import { beginTrial } from '#registry/ledger/core/unit-of-work';
import { requestedClass } from './requested-class.ts';
import type { AddAt } from './types.ts';

type Group = {
  issuer_id: bigint;
  customer_issuer_id: bigint;
  status: string;
  class_type: string;
  series: string | null;
  first_day: string;
  first_row: number;
};

/** Whether each class is there, and has as many shares left to issue as the sheet asks for. */
export async function checkCapacity(client: PoolClient, add: AddAt): Promise<void> {
  const { rows } = await client.query<Group>(
    `select i.id as issuer_id, s.customer_issuer_id, i.status, s.class_type, s.series, min(s.effective_on)::text as first_day,
            min(s.first_row) as first_row
       from staged_bulk s join issuer i on i.customer_id = s.customer_issuer_id
      where s.kind = 'Issuance' and not s.is_there and s.effective_on is not null and s.shares is not null
      group by i.id, s.customer_issuer_id, i.status, s.class_type, s.series`,
  );
  const asked = new Map<string, { available: bigint; name: string; groups: Group[] }>();
  for (const group of rows) {
    // An issuer that is not active yet has no limits; a class is opened when the instruction is kept.
    if (group.status !== 'Active') continue;
    try {
      const book = await beginTrial(client, group.issuer_id);
      const opening = { on: group.first_day, authority: '', recordedAt: '' };
      const facts = await chosenClass(
        book,
        requestedClass(group.class_type, group.series ?? undefined),
        opening,
      );
      const key = `${group.issuer_id} ${facts.id}`;
      const available = await issuableFrom(book, facts, group.first_day);
      const known = asked.get(key) ?? { available, name: facts.name, groups: [] };
      if (available < known.available) known.available = available;
      known.groups.push(group);
      asked.set(key, known);
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      add({
        ...{
          sheetKey: 'issuances',
          column: 'class_type',
          row: group.first_row,
          code: 'B16',
          severity: 'error',
        },
        value: group.series ? `${group.class_type} ${group.series}` : group.class_type,
        sentence: error.message,
      });
    }
  }
  for (const { available, name, groups } of asked.values()) {
    const beyond = await client.query<{ first_row: number; shares: bigint; total: string }>(
      `select first_row, shares, total::text as total from (
         select s.first_row, s.shares, sum(s.shares) over (order by s.number) as total
           from staged_bulk s
          where s.kind = 'Issuance' and not s.is_there and s.customer_issuer_id = $1
            and s.class_type || ' ' || coalesce(s.series, '') = any($2::text[])) as running
        where total > $3::numeric order by running.total limit 1`,
      [
        groups[0]!.customer_issuer_id,
        groups.map((one) => `${one.class_type} ${one.series ?? ''}`),
        `${available}`,
      ],
    );
    const [row] = beyond.rows;
    if (row)
      add({
        ...{ sheetKey: 'issuances', column: 'shares', row: row.first_row, code: 'B17', severity: 'error' },
        value: `${row.shares}`,
        sentence: `${name} has ${formatShares(available)} shares left to issue; the rows up to this one ask for ${formatShares(BigInt(row.total))}.`,
      });
  }
}
