import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { federalCalendar } from '#lib/format/business-days';
import { inSnapshot } from '#registry/db/session';
import { badField, notFound } from '#registry/http/http-error';
import { needsApproval } from '#registry/items/approval/approval-rule';
import { givenContent } from '#registry/items/content/content';
import { effectOf } from '#registry/items/effect';
import { readItem } from '#registry/items/item';
import { kinds } from '#registry/items/kinds/index';
import { receiptOf } from '#registry/items/rules/clock';
import { requiredDocuments } from '#registry/items/rules/papers/documents';
import { signersOf } from '#registry/items/rules/papers/signatures';
import { routineOf } from '#registry/items/rules/routine';
import { tryContent } from '#registry/items/try-content';
import { loadAccounts } from '#registry/ledger/core/accounts';
import type { Context } from '../parts/context.ts';
import { clientRequester, nobody } from '../parts/items/client-requester.ts';
import { refuseUnused, withTaxIdsOnFile } from '../parts/items/validate-content.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** What stands against an item, and what posting it would change. Records nothing. */
export async function checkItem(
  ctx: Context,
  input: RequestFor<'CheckItem'>,
): Promise<ExactResponseFor<'CheckItem'>> {
  return inSnapshot(ctx.pool, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const item = input.itemId ? await readItem(tx, issuer.id, BigInt(input.itemId)) : null;
    if (item === undefined) throw notFound('The item');
    const requested = input.content ?? item?.content;
    if (!requested) throw badField('content', 'must be given, or an item');
    const kept = item ? withTaxIdsOnFile(requested, item.content, input.keptTaxIds) : requested;
    const content = givenContent(kept, item);
    refuseUnused(content);
    const asked = clientRequester(ctx, item ? { ...nobody, email: item.enteredBy } : nobody);
    const { work, examined, run } = await tryContent(tx, issuer.id, content, item, asked);
    const routine = routineOf(examined.papers, examined.obstacles);
    const receipt = receiptOf(content.receivedAt, {
      timeZone: ctx.clock.timeZone,
      calendar: federalCalendar,
      cutoff: ctx.work.cutoff,
    });
    const { owners } = examined.prepared;
    await loadAccounts(work.book, owners);
    return {
      obstacles: examined.obstacles,
      owners: owners.map((id) => ({
        systemShareholderId: id,
        name: work.book.accounts.get(id)?.label ?? '',
      })),
      signers: [...signersOf(examined.papers)],
      requiredDocuments: requiredDocuments(examined.papers),
      isRoutine: routine.isRoutine,
      routineReason: routine.reason,
      isApprovalRequired: needsApproval(ctx.work.approval, examined.prepared.shares),
      receivedDate: receipt.receivedDate,
      countedFrom: receipt.countedFrom,
      // As for a recorded item: the rule counts what was presented of a kind that it counts.
      dueDate: kinds[content.kind].isCounted && content.presentor ? receipt.dueDate : null,
      effect: run.hasRun ? await effectOf(work.book, run.posted, content) : null,
    };
  });
}
