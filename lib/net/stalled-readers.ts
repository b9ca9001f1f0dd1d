import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionKey, readUntakenBytes, type UntakenBytes } from './tcp-table.ts';

/** What one look finds of a connection, in bytes. */
export type Seen = {
  /** What had left the program for the kernel, in whole pieces, before the table was read. */
  handed: number;
  /** Something still waits in the program. */
  waiting: boolean;
  /** What the reader has not taken; undefined where the system does not show it. */
  untaken: number | undefined;
};

/** What is known of a connection with bytes that may not have been taken. */
export type Progress = {
  /** The most that was certainly taken, and what the last look found; undefined before the first look. */
  last: (Seen & { taken: number }) | undefined;
  /** When progress was last seen, in milliseconds. */
  since: number;
};

/**
 * What is known after one more look. `handed` less `untaken` is never more than what was really taken: what is on its way
 * to the reader may be counted twice. So a higher figure is progress, and a lower one says nothing. While a piece is stuck
 * half in the program nothing else can be sent: then any change of the rest is progress, as the figure does not rise when
 * the kernel takes in more of that piece.
 */
export function afterLook({ last, since }: Progress, seen: Seen, now: number): Progress {
  const taken = seen.handed - (seen.untaken ?? 0);
  if (!last) return { last: { ...seen, taken }, since };
  const stuck = seen.waiting && last.waiting && seen.handed === last.handed;
  const progress = taken > last.taken || (stuck && seen.untaken !== last.untaken);
  return { last: { ...seen, taken: Math.max(taken, last.taken) }, since: progress ? now : since };
}

type Watched = {
  socket: Socket;
  key: string | undefined;
  /** So many bytes are known to have been taken to the last one. */
  settledAt: number;
  progress: Progress | null;
};

export type StalledReaders = {
  /** Watches a connection until it closes. */
  watch(socket: Socket): void;
  /**
   * Leaves to this watch what a time-out of the server would do: it knows nothing of bytes in the kernel, so it would end
   * a slow reader. A connection that waits for nothing is closed as before.
   */
  handleTimeouts(server: Server): void;
  /** Looks at every connection once; runs by itself. */
  look(): Promise<void>;
  stop(): void;
};

type Options = {
  stalledAfterMs: number;
  /** Told of each connection that was ended. */
  ended: () => void;
  readTable?: (wanted: ReadonlySet<string>) => Promise<UntakenBytes | undefined>;
  now?: () => number;
};

/**
 * Ends connections whose reader takes nothing for `stalledAfterMs` while bytes wait for it, in the program or in the
 * kernel. A connection that waits for its answer, or for its next request, is not meant. The kernel's table is read only
 * while bytes of some connection have waited for two looks, once for all of them. Where the system has no such table,
 * progress is seen in steps of the kernel's buffer only: the limit is then eight times as long, and an answer that has
 * wholly left the program is not watched.
 */
export function watchStalledReaders(options: Options): StalledReaders {
  const { stalledAfterMs, ended, readTable = readUntakenBytes, now = () => performance.now() } = options;
  // A connection that rests is known to wait for nothing after two looks, so a long limit must not make them rare.
  const lookEveryMs = Math.min(stalledAfterMs / 15, 5_000);
  const watched = new Map<Socket, Watched>();
  let looking = false;

  /** Bytes that left for the kernel: a piece of which a part is still here does not count. */
  const handedOf = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;
  const isSettled = ({ socket, settledAt }: Watched) =>
    socket.writableLength === 0 && socket.bytesWritten === settledAt;

  function dueAt(at: number): Watched[] {
    const due: Watched[] = [];
    for (const one of watched.values()) {
      if (isSettled(one)) one.progress = null;
      else if (one.progress === null) one.progress = { last: undefined, since: at };
      else if (at - one.progress.since >= 2 * lookEveryMs) due.push(one);
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
    one.progress = afterLook(progress, { handed, waiting: socket.writableLength > 0, untaken }, at);
    if (at - one.progress.since >= stalledAfterMs * (untaken === undefined ? 8 : 1)) {
      // Not `destroy`: the kernel would keep what it holds, and offer it for minutes more.
      socket.resetAndDestroy();
      ended();
    }
  }

  async function look(): Promise<void> {
    if (looking) return;
    const due = dueAt(now());
    if (due.length === 0) return;
    looking = true;
    try {
      const handed = due.map(({ socket }) => handedOf(socket));
      const wanted = new Set(due.flatMap(({ key }) => key ?? []));
      const untaken = await readTable(wanted);
      const at = now();
      for (const [index, one] of due.entries())
        judge(one, handed[index] ?? 0, untaken?.get(one.key ?? ''), at);
    } finally {
      looking = false;
    }
  }

  const timer = setInterval(() => void look(), lookEveryMs);
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
    look,
    stop: () => clearInterval(timer),
  };
}
