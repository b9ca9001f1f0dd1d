import type { Actor } from '#registry/items/item';
import type { Requester } from '#registry/items/try-content';
import { bulkClient } from '#registry/ledger/idempotency';
import type { BulkSettings } from '../instruction-settings.ts';

/** The Requester of an instruction of a bulk sheet: who uploaded or approved it. */
export function bulkRequester(
  actor: Actor,
  { today, now, settings }: { today: string; now: Date; settings: BulkSettings },
): Requester {
  return {
    actor,
    clientId: bulkClient,
    mayUseAnyHolder: true,
    today,
    timeZone: settings.timeZone,
    cutoff: settings.work.cutoff,
    now: now.toISOString(),
  };
}
