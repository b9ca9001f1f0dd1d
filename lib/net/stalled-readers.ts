import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionKey, readUntakenBytes, type UntakenBytes } from './tcp-table.ts';

/** What one check finds of a connection, in bytes. */
export type Seen = {
  /** Bytes passed to the kernel, in whole chunks, before the table was read. */
  handed: number;
  /** Bytes still wait in the process. */
  waiting: boolean;
  /** Bytes the client has not read; undefined where the system does not show it. */
  untaken: number | undefined;
};

/** The state of a connection whose bytes may not have been read. */
export type Progress = {
  /** The most bytes that were certainly read, and the result of the last check; undefined before the first. */
  last: (Seen & { taken: number }) | undefined;
  /** When progress was last seen, in milliseconds. */
  since: number;
};

/**
 * The state after one more check. `handed` minus `untaken` is never more than what was really read, because
 * bytes in transit may be counted twice. So a higher figure is progress, and a lower one means nothing. While a
 * chunk is only partly in the kernel nothing else can be sent: then any change of the rest is progress, because
 * the figure does not rise when the kernel accepts more of that chunk.
 */
export function afterCheck({ last, since }: Progress, seen: Seen, now: number): Progress {
  const taken = seen.handed - (seen.untaken ?? 0);
  if (!last) return { last: { ...seen, taken }, since };
  const stuck = seen.waiting && last.waiting && seen.handed === last.handed;
  const progress = taken > last.taken || (stuck && seen.untaken !== last.untaken);
  return { last: { ...seen, taken: Math.max(taken, last.taken) }, since: progress ? now : since };
}

type Watched = {
  socket: Socket;
  key: string | undefined;
  /** Up to this count, all bytes are known to have been read. */
  settledAt: number;
  progress: Progress | null;
};

export type StalledReaders = {
  /** Watches a connection until it closes. */
  watch(socket: Socket): void;
  /**
   * Replaces the server's own timeout, which ignores bytes in the kernel and would close slow clients. An idle
   * connection is closed as before.
   */
  handleTimeouts(server: Server): void;
  /** Checks every connection once; runs by itself. */
  check(): Promise<void>;
  stop(): void;
};

type Options = {
  stalledAfterMs: number;
  /** Called for each connection that was closed. */
  ended: () => void;
  readTable?: (requested: ReadonlySet<string>) => Promise<UntakenBytes | undefined>;
  now?: () => number;
};

/**
 * Closes connections whose client reads nothing for `stalledAfterMs` while bytes wait for it, in the process or
 * in the kernel. Connections that wait for a response or for the next request are not affected. The kernel's
 * table is read once for all connections, and only when bytes of one have waited for two checks. Where the
 * system has no such table, progress is seen only in steps of the kernel's buffer: the limit is then eight
 * times as long, and a response that has left the process completely is not watched.
 */
export function watchStalledReaders(options: Options): StalledReaders {
  const { stalledAfterMs, ended, readTable = readUntakenBytes, now = () => performance.now() } = options;
  // An idle connection is recognized only after two checks, so a long limit must not make them rare.
  const checkEveryMs = Math.min(stalledAfterMs / 15, 5_000);
  const watched = new Map<Socket, Watched>();
  let looking = false;

  /** Bytes passed to the kernel; a chunk that is partly still in the process does not count. */
  const handedOf = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;
  const isSettled = ({ socket, settledAt }: Watched) =>
    socket.writableLength === 0 && socket.bytesWritten === settledAt;

  function dueAt(at: number): Watched[] {
    const due: Watched[] = [];
    for (const one of watched.values()) {
      if (isSettled(one)) one.progress = null;
      else if (one.progress === null) one.progress = { last: undefined, since: at };
      else if (at - one.progress.since >= 2 * checkEveryMs) due.push(one);
    }
    return due;
  }

  function judge(one: Watched, handed: number, untaken: number | undefined, at: number): void {
    const { socket, progress } = one;
    if (socket.destroyed || progress === null) return;
    if (!untaken && socket.writableLength === 0 && socket.bytesWritten === handed) {
      one.settledAt = handed;
      one.progress = null;
      return;
    }
    one.progress = afterCheck(progress, { handed, waiting: socket.writableLength > 0, untaken }, at);
    if (at - one.progress.since >= stalledAfterMs * (untaken === undefined ? 8 : 1)) {
      // Not `destroy`: the kernel would keep its buffer and retransmit it for minutes.
      socket.resetAndDestroy();
      ended();
    }
  }

  async function check(): Promise<void> {
    if (looking) return;
    const due = dueAt(now());
    if (due.length === 0) return;
    looking = true;
    try {
      const handed = due.map(({ socket }) => handedOf(socket));
      const requested = new Set(due.flatMap(({ key }) => key ?? []));
      const untaken = await readTable(requested);
      const at = now();
      for (const [index, one] of due.entries())
        judge(one, handed[index] ?? 0, untaken?.get(one.key ?? ''), at);
    } finally {
      looking = false;
    }
  }

  const timer = setInterval(() => void check(), checkEveryMs);
  timer.unref();
  return {
    watch(socket) {
      if (watched.has(socket) || socket.destroyed) return;
      watched.set(socket, { socket, key: connectionKey(socket), settledAt: 0, progress: null });
      socket.once('close', () => watched.delete(socket));
    },
    handleTimeouts(server) {
      server.on('timeout', (socket: Socket) => {
        const one = watched.get(socket);
        if (!one || isSettled(one)) socket.destroy();
        else socket.setTimeout(socket.timeout ?? 0);
      });
    },
    check,
    stop: () => clearInterval(timer),
  };
}
