import 'server-only';
import type { Content } from '../outbox/outbox.ts';
import type { WriteRow } from '../outbox/rows.ts';
import type { Input } from './authorise.ts';
import type { Dashboard } from './dashboard.ts';
import { differing, factsOfBody, factsOfRecord } from './holder-facts.ts';
import { issuancesSince } from './issuances.ts';
import { type Before, readAccount } from './write-before.ts';

/**
 * What the register says about a write: it is there, it is not, somebody else has changed the account since, or it
 * cannot be told by looking.
 */
export type Found =
  | { state: 'done'; result: Record<string, unknown> }
  | { state: 'absent' | 'changed' | 'unclear' };

const unclear: Found = { state: 'unclear' };

/** Reads the register for the effect of a write. Only what was not there before counts as its effect. Throws ApiError. */
export function lookUp(board: Dashboard, row: WriteRow, { body, before }: Content): Promise<Found> {
  const known = before as Before;
  return row.operation === 'CreateOrUpdate'
    ? lookUpHolder(board, body, known)
    : lookUpIssuance(board, body, known);
}

async function lookUpHolder(board: Dashboard, body: Input, before: Before): Promise<Found> {
  const account = body.customerShareholderId;
  if (typeof account !== 'string' || before === null || !('facts' in before)) return unclear;
  const record = await readAccount(board, account);
  if (!record) return before.facts ? unclear : { state: 'absent' };
  const [wanted, shown] = [factsOfBody(body), factsOfRecord(record)];
  if (differing(shown, wanted).length === 0) {
    // Nothing to tell it by when the account looked like that before.
    if (before.facts && differing(before.facts, wanted).length === 0) return unclear;
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

async function lookUpIssuance(board: Dashboard, body: Input, before: Before): Promise<Found> {
  if (before === null || !('alike' in before)) return unclear;
  const rows = await issuancesSince(board, body, before.alike);
  const [only] = rows;
  if (!only) return { state: 'absent' };
  // Two that look alike: another person issued to the same holder meanwhile.
  if (rows.length > 1) return unclear;
  return {
    state: 'done',
    result: {
      controlTransactionId: textOfId(only.controlTransactionId),
      customerTransactionId: null,
      displayTransactionId: textOfId(only.transactionId),
    },
  };
}

/** A number where it is exact, else its digits. */
function textOfId(id: unknown): unknown {
  return typeof id === 'bigint' ? id.toString() : id;
}
