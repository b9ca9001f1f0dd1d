import type { PoolClient } from 'pg';
import { badField } from '#registry/http/http-error';
import { addTa2Step, type Ta2Step } from '#registry/ledger/ta2-worksheet';
import type { Context } from '../context.ts';
import { readWorksheet, versionOf, type Worksheet } from './worksheet.ts';

type Input = {
  year: number;
  version: number;
  actor: { email: string; firstName: string; lastName: string };
};

type Given = Pick<Ta2Step, 'kind'> & Partial<Ta2Step>;

/** Adds a step to the worksheet that the user saw, and returns that; 400 when another user changed it since. */
export async function takeTa2Step(
  ctx: Context,
  tx: PoolClient,
  { year, version, actor }: Input,
  take: (sheet: Worksheet) => Given,
): Promise<Worksheet> {
  const before = await readWorksheet(tx, year, ctx.clock.today());
  const current = versionOf(before);
  if (version !== current) throw badField('version', `must be the current version, ${current}`);
  await addTa2Step(tx, year, {
    ...{ line: '', value: null, reason: '', title: '', telephone: '', answers: null },
    ...take(before),
    version: current + 1,
    by_email: actor.email,
    by_first_name: actor.firstName,
    by_last_name: actor.lastName,
    at: ctx.clock.now().toISOString(),
  });
  return before;
}
