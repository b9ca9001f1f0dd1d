import type { PoolClient } from 'pg';
import type { Actor } from '#registry/items/item';
import type { BulkSettings } from '../instruction-settings.ts';
import type { Values } from '../sheet/instruction.ts';

/** What every instruction of a sheet is carried out with. */
export type RowContext = {
  tx: PoolClient;
  settings: BulkSettings;
  today: string;
  now: Date;
  /** Who uploaded the sheet, and who approved it; null where no approval is asked for. */
  by: Actor;
  approver: Actor | null;
  rows: readonly Values[];
  /** Codes of warnings that the approver has read. */
  acknowledged: readonly string[];
};

/** Posted: it is in the books. Queued: it waits for its day, or for a user in the work queue. */
export type RowResult = { state: 'Posted' | 'Queued'; transaction: bigint | null; sentence: string };
