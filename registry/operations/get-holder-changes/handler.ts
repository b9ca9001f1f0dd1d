import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { notFound } from '#registry/http/http-error';
import { accountHolder, holderChangePage } from '#registry/queries/facts/holder-changes';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { changedFields } from './changed-fields.ts';

/** Changes of the record of a holder that has an account at the issuer, newest first. */
export async function getHolderChanges(
  ctx: Context,
  input: RequestFor<'GetHolderChanges'>,
): Promise<ExactResponseFor<'GetHolderChanges'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const holder = await accountHolder(db, issuer.id, input.customerShareholderId);
    if (holder === undefined) throw notFound('The shareholder');
    const { total, rows } = await holderChangePage(db, holder, input);
    return {
      totalRecords: total,
      changes: rows.map((row) => ({
        changedAt: row.changed_at,
        action: row.before_text === '' ? 'Create' : 'Update',
        byEmail: row.by_email,
        byFirstName: row.by_first_name,
        byLastName: row.by_last_name,
        clientId: row.client_id,
        ...changedFields(row.before_text, row.after_text),
      })),
    };
  });
}
