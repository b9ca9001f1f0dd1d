// The outbox: writes are saved before they are sent, so that their outcome can be resolved.

import 'server-only';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readJson, writeJson } from '../contract/wire/index.ts';
import {
  type Ending,
  endWrite,
  findByKey,
  findRivals,
  findWrite,
  findWrites,
  insertWrite,
  markSent,
  type NewWrite,
  reencryptWrites,
  reviseWrite,
  type WriteRow,
} from './rows.ts';
import { openWriteEncryption } from './write-encryption.ts';

/** The complete request with its key, and the registry's data before it. */
export type Content = { body: Record<string, unknown>; before: unknown };

/** A request before it is saved. */
export type WriteRequest = Omit<NewWrite, 'id' | 'sealed' | 'asked'> & { asked: unknown; content: Content };

/** Either this process must send the row (`mine`), or the row belongs to an earlier request. */
export type Claim = { mine: boolean; row: WriteRow };

export type Outbox = {
  /** Saves a request before it is sent. `over` is a row of the same ID that never took effect. */
  claim(requested: WriteRequest, over?: WriteRow): Promise<Claim>;
  /** Releases a claimed or retaken row, whatever its outcome. */
  release(id: string): void;
  /** Whether the row is being processed here or, as far as can be known, in another process. */
  isBusy(row: WriteRow): boolean;
  /** Takes a row without an outcome for this process; false while it is being processed. */
  take(row: WriteRow): boolean;
  /** Marks the row as sent; false when another process has sent it since `row` was read. */
  sending(row: WriteRow): Promise<boolean>;
  end(id: string, ending: Ending): Promise<void>;
  find(user: string, operation: string, ownKey: string): Promise<WriteRow | null>;
  read(id: string): Promise<WriteRow | null>;
  /** A user's writes, of these operations only when given. */
  list(user: string, limit: number, operations?: readonly string[]): Promise<WriteRow[]>;
  /** Other writes to the same issuer that were sent and are open, or ended after this one was saved. */
  rivals(row: WriteRow): Promise<WriteRow[]>;
  /** Body and earlier state of an open write; null when deleted or encrypted under an unknown secret. */
  contentOf(row: WriteRow): Content | null;
  /** True when this is the saved request, not a different one under the same ID. */
  isSame(row: WriteRow, requested: unknown): boolean;
  /** Resolves with the row once no process works on it any more. */
  settled(row: WriteRow): Promise<WriteRow>;
};

const checkAgainMs = 200;
/** Longer than any write may take: a process without a result by then has stopped. */
const abandonedAfterMs = 30_000;

/**
 * The outbox of one store: each write is saved before it is sent, so that its outcome can be resolved later. A
 * row left by a stopped process counts as abandoned after `abandonedMs` and is resumed when a user next
 * requests it; nothing is sent in the background.
 */
export function openOutbox(input: {
  pool: Pool;
  secret: string;
  /** Previous secrets: rows encrypted under them are read, and re-encrypted under the current one at once. */
  formerSecrets?: readonly string[];
  abandonedMs?: number;
}): Outbox {
  const { pool, formerSecrets = [], abandonedMs = abandonedAfterMs } = input;
  const encryption = openWriteEncryption([input.secret, ...formerSecrets]);
  // Not awaited: until it ends, and if it fails, rows are read as they are.
  if (formerSecrets.length > 0) reencryptWrites(pool, encryption.again).catch(() => undefined);
  const working = new Map<string, PromiseWithResolvers<void>>();

  const begin = (id: string) => working.set(id, Promise.withResolvers<void>());
  const release = (id: string) => {
    working.get(id)?.resolve();
    working.delete(id);
  };
  const isBusy = ({ id, state, idle_ms }: WriteRow) =>
    working.has(id) || ((state === 'intent' || state === 'sent') && idle_ms < abandonedMs);
  const digest = (requested: unknown) => encryption.digest(writeJson(requested));
  const required = async (row: Promise<WriteRow | null>) => {
    const found = await row;
    if (!found) throw new Error('A write that was written down is gone.');
    return found;
  };

  async function claim(requested: WriteRequest, over?: WriteRow): Promise<Claim> {
    const { content, asked: request, ...rest } = requested;
    const id = over?.id ?? randomBytes(16).toString('base64url');
    const write = { ...rest, id, asked: digest(request), sealed: encryption.close(writeJson(content), id) };
    // Before the row becomes visible: a concurrent duplicate that finds it must see it as being processed.
    if (over && working.has(id)) return { mine: false, row: await required(findWrite(pool, id)) };
    begin(id);
    try {
      const mine = over ? await reviseWrite(pool, over, write) : await insertWrite(pool, write);
      if (!mine) release(id);
      const { person: user, operation, ownKey } = requested;
      return { mine, row: await required(findByKey(pool, user, operation, ownKey)) };
    } catch (error) {
      release(id);
      throw error;
    }
  }

  return {
    claim,
    release,
    isBusy,
    take(row) {
      if (isBusy(row)) return false;
      begin(row.id);
      return true;
    },
    sending: (row) => markSent(pool, row),
    end: (id, ending) => endWrite(pool, id, ending),
    find: (user, operation, ownKey) => findByKey(pool, user, operation, ownKey),
    read: (id) => findWrite(pool, id),
    list: (user, limit, operations) => findWrites(pool, user, limit, operations),
    rivals: (row) => findRivals(pool, row),
    contentOf(row) {
      const text = row.sealed && encryption.open(row.sealed, row.id);
      return text ? (readJson(text, 'bigint') as Content) : null;
    },
    isSame: (row, requested) => encryption.isDigest(row.asked, writeJson(requested)),
    async settled(row) {
      for (let now = row; ; now = await required(findWrite(pool, row.id))) {
        const mine = working.get(row.id);
        if (mine) await mine.promise;
        else if (isBusy(now)) await pause(checkAgainMs);
        else return now;
      }
    },
  };
}
