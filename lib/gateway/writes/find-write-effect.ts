import 'server-only';
import { type EndpointId, isAgentOperation } from '#lib/contract/index';
import type { Content } from '#lib/outbox/outbox';
import type { WriteRow } from '#lib/outbox/rows';
import type { Input } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { differing, factsOfBody, factsOfRecord } from './holder-facts.ts';
import { couldBe, issuancesSince } from './issuances.ts';
import { type Before, readAccount } from './precheck-write.ts';

/**
 * The effect of a write in the register: present, absent, the account has since been changed by another write,
 * or undeterminable.
 */
export type Found =
  | { state: 'done'; result: Record<string, unknown> }
  | { state: 'absent' | 'changed' | 'unclear' };

const unclear: Found = { state: 'unclear' };

/**
 * Looks in the register for the effect of a write. Only what was not there before counts. For an agent operation there
 * is nothing to look up: sent again under its key and with the versions it names, it takes effect at most once. Throws
 * ApiError.
 */
export async function findWriteEffect(
  context: GatewayContext,
  row: WriteRow,
  { body, before }: Content,
): Promise<Found> {
  if (isAgentOperation(row.operation as EndpointId)) return unclear;
  const known = before as Before;
  return row.operation === 'CreateOrUpdate'
    ? lookUpHolder(context, body, known)
    : lookUpIssuance(context, row, body, known);
}

async function lookUpHolder(context: GatewayContext, body: Input, before: Before): Promise<Found> {
  const account = body.customerShareholderId;
  if (typeof account !== 'string' || before === null || !('facts' in before)) return unclear;
  const record = await readAccount(context, account, 'all');
  if (!record) return before.facts ? unclear : { state: 'absent' };
  const [requested, shown] = [factsOfBody(body), factsOfRecord(record)];
  if (differing(shown, requested).length === 0) {
    // Undeterminable when the account already looked like that before.
    if (before.facts && differing(before.facts, requested).length === 0) return unclear;
    const { customerShareholderId, systemShareholderId } = record;
    const action = before.facts ? 'Update' : 'Create';
    return {
      state: 'done',
      result: { action, customerShareholderId, systemShareholderId: textOfId(systemShareholderId) },
    };
  }
  const untouched = before.facts !== null && differing(before.facts, shown).length === 0;
  return { state: untouched ? 'absent' : 'changed' };
}

async function lookUpIssuance(
  context: GatewayContext,
  row: WriteRow,
  body: Input,
  before: Before,
): Promise<Found> {
  if (before === null || !('alike' in before)) return unclear;
  const since = await issuancesSince(context, body, before.alike);
  // An entry that was not read may be it.
  if (!since.whole) return unclear;
  // Read after the list: any of our writes in the list was marked as sent before.
  const others = await context.outbox.rivals(row);
  const theirs = new Set(others.map(({ result }) => String(result?.controlTransactionId)));
  const entries = since.rows.filter((entry) => !theirs.has(String(entry.controlTransactionId)));
  const [only] = entries;
  if (!only) return { state: 'absent' };
  // It may belong to another write: a similar one, or one whose entry is not known yet.
  const mayBeTheirs = others.some((other) => other.result === null && couldBeOf(context, other, body));
  if (entries.length > 1 || mayBeTheirs) return unclear;
  return {
    state: 'done',
    result: {
      controlTransactionId: textOfId(only.controlTransactionId),
      customerTransactionId: null,
      displayTransactionId: textOfId(only.transactionId),
    },
  };
}

function couldBeOf(context: GatewayContext, other: WriteRow, body: Input): boolean {
  const content = context.outbox.contentOf(other);
  return content === null || couldBe(body, content.body);
}

/** A number where it is exact, else its digits. */
function textOfId(id: unknown): unknown {
  return typeof id === 'bigint' ? id.toString() : id;
}
