import type { Variant } from '#lib/contract/agent/register-export';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import { takeIds } from '#registry/db/ids';
import { exportName } from '#registry/export/write-file';
import { badField, HttpError } from '#registry/http/http-error';
import { addStep } from '#registry/import/files/register-file-rows';
import { listIssuers } from '#registry/queries/issuers';
import type { Context } from '../parts/context.ts';
import { exportDetail } from '../parts/exports/export-detail.ts';
import { queueExport } from '../parts/exports/export-step.ts';
import { needAllIssuers } from '../parts/registers/register-file-response.ts';
import { nameOf } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/** Exports that are not discarded; each is as large as the registers in it. */
const openMax = 10;

const variantText: Record<Variant, string> = {
  Full: 'With personal data',
  Masked: 'With masked tax IDs',
  Plain: 'Without personal data',
};

/** Begins an export of the registers of issuers. */
export async function createRegisterExport(
  ctx: Context,
  input: RequestFor<'CreateRegisterExport'>,
): Promise<ExactResponseFor<'CreateRegisterExport'>> {
  needAllIssuers(ctx);
  const detail = await writing(ctx, 'CreateRegisterExport', input, {}, async (tx) => {
    // The counter is locked until the end, so that creations count one after the other.
    const id = Number(await takeIds(tx, 'register file'));
    const open = await tx.query<{ count: bigint }>(
      `select count(*) as count from register_file where kind = 'Export' and state <> 'Discarded'`,
    );
    if ((open.rows[0]?.count ?? 0n) >= BigInt(openMax))
      throw new HttpError(409, `${openMax} exports are not discarded. Discard one first.`);
    const named = input.customerIssuerIds && new Set(input.customerIssuerIds.map(BigInt));
    const issuers = await listIssuers(tx, named ?? 'all');
    const missing = [...(named ?? [])].find((one) => !issuers.some(({ customerId }) => customerId === one));
    if (missing !== undefined)
      throw badField('customerIssuerIds', `must be issuers: there is no issuer ${missing}`);
    if (issuers.length === 0) throw new HttpError(409, 'There is no issuer.');
    if (input.form !== 'Archive' && issuers.length > 1)
      throw badField(
        'customerIssuerIds',
        `must be one issuer: a ${input.form === 'Workbook' ? 'workbook' : 'package'} has one`,
      );
    const at = ctx.clock.now().toISOString();
    const today = ctx.clock.today();
    const { email, firstName, lastName } = input.actor;
    const name = exportName(issuers, today, input.form);
    await tx.query(
      `insert into register_file (id, kind, state, name, bytes, as_of, uploaded_by, uploaded_at, uploaded_first_name,
                                  uploaded_last_name, version)
       values ($1, 'Export', 'Preparing', $2, 0, $3, $4, $5, $6, $7, 0)`,
      [id, name, today, email, at, firstName, lastName],
    );
    await tx.query('insert into register_export (file_id, form, variant, issuers) values ($1, $2, $3, $4)', [
      ...[id, input.form, input.variant],
      writeJson(issuers.map(({ customerId, name }) => ({ customerIssuerId: customerId, name }))),
    ]);
    await queueExport(ctx, tx, id, input.actor);
    await addStep(tx, id, {
      at,
      ...{ kind: 'ExportBegun', byEmail: email, byName: nameOf(input.actor) },
      text: variantText[input.variant],
    });
    return exportDetail(ctx, tx, id);
  });
  ctx.registers.runner.look();
  return detail;
}
