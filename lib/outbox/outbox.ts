import 'server-only';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readJson, writeJson } from '../contract/wire.ts';
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
  resealWrites,
  reviseWrite,
  type WriteRow,
} from './rows.ts';
import { openSeal } from './seal.ts';

/** What is sent, whole and with its key, and what the registry showed before. */
export type Content = { body: Record<string, unknown>; before: unknown };

/** A request before it is written down. */
export type Asked = Omit<NewWrite, 'id' | 'sealed' | 'asked'> & { asked: unknown; content: Content };

/** Either the row is ours to send, or it belongs to the request that came before. */
export type Claim = { mine: boolean; row: WriteRow };

export type Outbox = {
  /** Writes a request down before it is sent; `over` is a row of the same id that never took effect. */
  claim(asked: Asked, over?: WriteRow): Promise<Claim>;
  /** Gives a claimed or retaken row free again, whatever became of it. */
  release(id: string): void;
  /** Whether somebody works on it, here or, as far as can be told, in another process. */
  isBusy(row: WriteRow): boolean;
  /** Takes a row without outcome for this process; false while somebody works on it. */
  take(row: WriteRow): boolean;
  /** Marks it as sent; false when somebody else has sent it since `row` was read. */
  sending(row: WriteRow): Promise<boolean>;
  end(id: string, ending: Ending): Promise<void>;
  find(person: string, operation: string, ownKey: string): Promise<WriteRow | null>;
  read(id: string): Promise<WriteRow | null>;
  list(person: string, limit: number): Promise<WriteRow[]>;
  /** Other writes to the same issuer that were sent and are open, or ended after this one was written down. */
  rivals(row: WriteRow): Promise<WriteRow[]>;
  /** Body and state before of an open write; null when they are gone or closed under another secret. */
  contentOf(row: WriteRow): Content | null;
  /** True when this is the request that was written down, not another one under the same id. */
  isSame(row: WriteRow, asked: unknown): boolean;
  /** Resolves with the row once nobody works on it any more, here or in another process. */
  settled(row: WriteRow): Promise<WriteRow>;
};

const lookAgainMs = 200;
/** Longer than any write may take: who has not reported by then is gone. */
const abandonedAfterMs = 30_000;

/**
 * The writes of one store (storage on idempotency; assurance §3). A row left by a stopped program counts as abandoned
 * after `abandonedMs` and is taken up by the next person who asks for it; nothing is sent in the background (ruling 26).
 */
export function openOutbox(input: {
  pool: Pool;
  secret: string;
  /** Secrets of before: what lies under them is read, and put under the present one at once. */
  formerSecrets?: readonly string[];
  abandonedMs?: number;
}): Outbox {
  const { pool, formerSecrets = [], abandonedMs = abandonedAfterMs } = input;
  const seal = openSeal([input.secret, ...formerSecrets]);
  // Nothing waits for it: until then, and whatever comes of it, rows are read as they lie.
  if (formerSecrets.length > 0) resealWrites(pool, seal.again).catch(() => undefined);
  const working = new Map<string, PromiseWithResolvers<void>>();

  const begin = (id: string) => working.set(id, Promise.withResolvers<void>());
  const release = (id: string) => {
    working.get(id)?.resolve();
    working.delete(id);
  };
  const isBusy = ({ id, state, idle_ms }: WriteRow) =>
    working.has(id) || ((state === 'intent' || state === 'sent') && idle_ms < abandonedMs);
  const digest = (asked: unknown) => seal.digest(writeJson(asked));
  const required = async (row: Promise<WriteRow | null>) => {
    const found = await row;
    if (!found) throw new Error('A write that was written down is gone.');
    return found;
  };

  async function claim(asked: Asked, over?: WriteRow): Promise<Claim> {
    const { content, asked: request, ...rest } = asked;
    const id = over?.id ?? randomBytes(16).toString('base64url');
    const write = { ...rest, id, asked: digest(request), sealed: seal.close(writeJson(content), id) };
    // Before the row is there to be seen: a twin that finds it must find it at work.
    if (over && working.has(id)) return { mine: false, row: await required(findWrite(pool, id)) };
    begin(id);
    try {
      const mine = over ? await reviseWrite(pool, over, write) : await insertWrite(pool, write);
      if (!mine) release(id);
      const { person, operation, ownKey } = asked;
      return { mine, row: await required(findByKey(pool, person, operation, ownKey)) };
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
    find: (person, operation, ownKey) => findByKey(pool, person, operation, ownKey),
    read: (id) => findWrite(pool, id),
    list: (person, limit) => findWrites(pool, person, limit),
    rivals: (row) => findRivals(pool, row),
    contentOf(row) {
      const text = row.sealed && seal.open(row.sealed, row.id);
      return text ? (readJson(text, 'bigint') as Content) : null;
    },
    isSame: (row, asked) => seal.isDigest(row.asked, writeJson(asked)),
    async settled(row) {
      for (let now = row; ; now = await required(findWrite(pool, row.id))) {
        const mine = working.get(row.id);
        if (mine) await mine.promise;
        else if (isBusy(now)) await pause(lookAgainMs);
        else return now;
      }
    },
  };
}
