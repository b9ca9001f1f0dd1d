import type { Actor } from '#registry/items/item';
import type { Asked } from '#registry/items/trial';
import { bulkClient } from '#registry/ledger/idempotency';
import type { BulkSettings } from '../settings.ts';

/** Who asks, and when, as the functions of items take it. */
export function askedFor(
  actor: Actor,
  { today, now, settings }: { today: string; now: Date; settings: BulkSettings },
): Asked {
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
