import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { afterCheck, type StalledReaders, watchStalledReaders } from './stalled-readers.ts';
import { connectionKey } from './tcp-table.ts';

const limitMs = 60_000;
const checkMs = limitMs / 15;

/**
 * A fake connection: bytes the program wrote, bytes still in the process, and bytes the client has not read.
 */
function connection(port: number) {
  const socket = Object.assign(new EventEmitter(), {
    localAddress: '127.0.0.1',
    localPort: 3000,
    remoteAddress: '127.0.0.1',
    remotePort: port,
    bytesWritten: 0,
    writableLength: 0,
    destroyed: false,
    timeout: 5000,
    setTimeout: vi.fn(),
    untaken: 0,
    destroy() {
      this.destroyed = true;
      socket.emit('close');
    },
    resetAndDestroy() {
      this.destroy();
    },
  });
  return socket;
}
type Connection = ReturnType<typeof connection>;

let watch: StalledReaders | undefined;
afterEach(() => watch?.stop());

function begin(connections: Connection[], shown = true) {
  let at = 0;
  const ended = vi.fn();
  const readTable = vi.fn(async (requested: ReadonlySet<string>) => {
    if (!shown) return undefined;
    const rows = connections.map((one) => [connectionKey(one) ?? '', one.untaken] as const);
    return new Map(rows.filter(([key]) => requested.has(key)));
  });
  const made = watchStalledReaders({ stalledAfterMs: limitMs, ended, readTable, now: () => at });
  watch = made;
  for (const one of connections) made.watch(one as unknown as Socket);
  /** Runs the watch for so long; `step` runs before each check. */
  const pass = async (ms: number, step: (at: number) => void = () => undefined) => {
    for (const until = at + ms; at < until; ) {
      at += checkMs;
      step(at);
      await made.check();
    }
  };
  return { made, ended, readTable, pass };
}

const write = (one: Connection, bytes: number, waiting = 0) => {
  one.bytesWritten += bytes;
  one.writableLength = waiting;
  one.untaken += bytes - waiting;
};

describe('reader', () => {
  test.each([
    ['with bytes in the program and the kernel', 9_000_000, 5_000_000],
    ['whose answer has left the program whole', 400, 0],
  ])(
    'that reads nothing, %s, is disconnected after the limit and not before',
    async (_name, bytes, waiting) => {
      const one = connection(1);
      const { ended, pass } = begin([one]);
      write(one, bytes, waiting);
      await pass(limitMs);
      expect(one.destroyed).toBe(false);
      await pass(3 * checkMs);
      expect([one.destroyed, ended.mock.calls.length]).toEqual([true, 1]);
    },
  );

  test('that reads nothing and sends more requests is disconnected too', async () => {
    const one = connection(1);
    const { pass } = begin([one]);
    await pass(limitMs + 4 * checkMs, () => write(one, 300));
    expect(one.destroyed).toBe(true);
  });

  test('that reads slowly is kept, although the process’s buffer does not shrink', async () => {
    const one = connection(1);
    const { pass } = begin([one]);
    write(one, 9_000_000, 5_000_000);
    await pass(20 * limitMs, (at) => {
      if (at % (limitMs - 3 * checkMs) < checkMs) one.untaken -= 1;
    });
    expect(one.destroyed).toBe(false);
    await pass(limitMs + 3 * checkMs);
    expect(one.destroyed).toBe(true);
  });

  test('that drains the kernel buffer of a large chunk is kept', async () => {
    const one = connection(1);
    const { pass } = begin([one]);
    write(one, 16_000_000, 16_000_000);
    one.untaken = 2_000_000;
    await pass(2 * limitMs, (at) => {
      one.untaken = 2_000_000 + (at % 7);
    });
    expect(one.destroyed).toBe(false);
  });

  test('without pending data is ignored: before the response, and between two', async () => {
    const [fresh, resting] = [connection(1), connection(2)];
    const { pass, readTable } = begin([fresh, resting]);
    write(resting, 500);
    resting.untaken = 0;
    await pass(10 * limitMs);
    expect([fresh.destroyed, resting.destroyed]).toEqual([false, false]);
    expect(readTable).toHaveBeenCalledTimes(1);
  });

  test('is measured in kernel buffer steps where the system has no socket table, with a longer limit', async () => {
    const [stopped, slow, whole] = [connection(1), connection(2), connection(3)];
    const { pass } = begin([stopped, slow, whole], false);
    for (const one of [stopped, slow]) write(one, 9_000_000, 5_000_000);
    write(whole, 500);
    await pass(8 * limitMs, (at) => {
      if (at === 5 * limitMs) write(slow, 0, 4_000_000);
    });
    expect(stopped.destroyed).toBe(false);
    await pass(3 * checkMs);
    expect([stopped.destroyed, slow.destroyed, whole.destroyed]).toEqual([true, false, false]);
  });

  test('among thousands costs one read of the table per check', async () => {
    const all = Array.from({ length: 4000 }, (_, at) => connection(at + 1));
    const { pass, readTable } = begin(all);
    for (const one of all) write(one, 1000);
    await pass(limitMs);
    expect(readTable.mock.calls.length).toBeLessThanOrEqual(limitMs / checkMs);
    expect(readTable.mock.lastCall?.[0].size).toBe(4000);
  });
});

test('bytes counted twice in transit, or written during the read of the table, are no progress', () => {
  const handed = { handed: 5000, waiting: false };
  let known = afterCheck({ last: undefined, since: 1 }, { ...handed, untaken: 4000 }, 2);
  for (const untaken of [4300, 4000, 4037, 4000]) known = afterCheck(known, { ...handed, untaken }, 9);
  known = afterCheck(known, { ...handed, handed: 5300, untaken: 4300 }, 9);
  expect(known.since).toBe(1);
  expect(afterCheck(known, { ...handed, handed: 5300, untaken: 4299 }, 9).since).toBe(9);
});

test('a server timeout closes an idle connection, and no slow reader', async () => {
  const [slow, resting] = [connection(1), connection(2)];
  const { made, pass } = begin([slow, resting]);
  const server = new EventEmitter();
  made.handleTimeouts(server as Server);
  write(slow, 500);
  write(resting, 500);
  resting.untaken = 0;
  await pass(3 * checkMs);
  for (const one of [slow, resting]) server.emit('timeout', one);
  expect([slow.destroyed, resting.destroyed]).toEqual([false, true]);
  expect(slow.setTimeout).toHaveBeenCalledWith(5000);
});
