// A TCP proxy that injects faults into the exchanges it passes on.

import { type Socket as Claim, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What happens to one exchange: a request up to the end of its response. `drop`: ended before it is delivered.
 * `hold`: delivered only when `until` resolves; `withhold`: only its response waits. `drip`: the response one
 * byte at a time until `until` resolves, then the rest. `cut` and `reset`: after so many bytes of the response
 * the connection ends, cleanly or by RST. `lost`: delivered and answered, but no response comes back. `twice`:
 * delivered again over a separate connection. `swap`: delivered after the next exchange of another connection.
 * `answer`: by the proxy, instead of the target.
 */
export type Fault =
  | { kind: 'none' | 'drop' | 'lost' | 'twice' }
  | { kind: 'hold' | 'withhold'; until: Promise<unknown> }
  | { kind: 'drip'; everyMs: number; until: Promise<unknown> }
  | { kind: 'cut' | 'reset'; after: number }
  | { kind: 'swap'; atMostMs: number }
  | { kind: 'answer'; bytes: string };

export type Target = { host: string; port: number } | { path: string };

export type Chaos = {
  port: number;
  /** Target of new connections. */
  target: Target;
  /** Chooses the fault of an exchange, by its first bytes. */
  plan: (head: Buffer) => Fault;
  /** How often each fault was applied. */
  struck: Map<Fault['kind'], number>;
  /** Open connections of callers. */
  open(): number;
  /** Refuses new connections and resets the existing ones. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  stop(): Promise<void>;
};

type Exchange = { fault: Fault; responded: number; sent: Buffer[] };

/**
 * A TCP proxy that injects faults into request/response protocols without pipelining: HTTP as our programs use
 * it, and PostgreSQL. Caller bytes after response bytes begin the next exchange; no protocol is parsed.
 */
export async function openChaos(target: Target): Promise<Chaos> {
  const callers = new Set<Socket>();
  let begun = Promise.withResolvers<void>();
  const server = createServer((caller) => serve(caller));
  const { port, claim } = await takePort((requested) => listen(requested));

  const chaos: Chaos = {
    port,
    target,
    plan: () => ({ kind: 'none' }),
    struck: new Map(),
    open: () => callers.size,
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      for (const caller of callers) caller.resetAndDestroy();
      await closed;
    },
    accept: () => listen(port),
    async stop() {
      if (server.listening) await chaos.refuse();
      claim.close();
    },
  };

  async function listen(requested: number): Promise<void> {
    server.listen(requested, '127.0.0.1');
    await once(server, 'listening');
  }

  function begin(head: Buffer): Exchange {
    const fault = chaos.plan(head);
    chaos.struck.set(fault.kind, (chaos.struck.get(fault.kind) ?? 0) + 1);
    if (fault.kind !== 'swap') {
      begun.resolve();
      begun = Promise.withResolvers();
    }
    return { fault, responded: 0, sent: [] };
  }

  function serve(caller: Socket): void {
    callers.add(caller);
    const upstream = connect(chaos.target);
    let exchange: Exchange | undefined;
    const end = () => {
      caller.destroy();
      upstream.destroy();
    };
    const pass = (from: Socket, to: Socket, piece: Buffer) => {
      if (to.destroyed || to.write(piece)) return;
      from.pause();
      to.once('drain', () => from.resume());
    };
    caller.on('close', () => {
      callers.delete(caller);
      upstream.destroy();
    });
    // Buffered response bytes are delivered before the end.
    let passing = Promise.resolve();
    upstream.on('close', () => void passing.then(() => caller.destroySoon()));
    caller.on('error', end);
    upstream.on('error', end);
    caller.on('end', () => upstream.end());

    caller.on('data', async (piece: Buffer) => {
      if (!exchange || exchange.responded > 0) exchange = begin(piece);
      const { fault, sent } = exchange;
      if (fault.kind === 'drop') return end();
      if (fault.kind === 'answer') {
        exchange.responded += fault.bytes.length;
        upstream.removeAllListeners('close').destroy();
        caller.removeAllListeners('data').end(fault.bytes);
        // Further input is read and discarded: unread bytes would turn the end into a reset.
        caller.resume();
        return;
      }
      if (fault.kind === 'twice') sent.push(piece);
      const gate = fault.kind === 'hold' || (fault.kind === 'swap' && sent.length === 0);
      if (gate) {
        caller.pause();
        sent.push(piece);
        if (fault.kind === 'hold') await fault.until;
        else if (fault.kind === 'swap') await Promise.race([begun.promise, pause(fault.atMostMs)]);
        caller.resume();
      }
      pass(caller, upstream, piece);
    });

    upstream.on('data', (piece: Buffer) => {
      passing = respond(piece);
    });

    async function respond(piece: Buffer): Promise<void> {
      const now = exchange;
      if (!now) return pass(upstream, caller, piece);
      const { fault, responded } = now;
      now.responded += piece.length;
      switch (fault.kind) {
        case 'lost':
          return end();
        case 'twice':
          if (responded === 0) deliverAgain(chaos.target, now.sent);
          return pass(upstream, caller, piece);
        case 'withhold':
          upstream.pause();
          await fault.until;
          upstream.resume();
          return pass(upstream, caller, piece);
        case 'drip': {
          upstream.pause();
          let isOver = false;
          void fault.until.then(() => (isOver = true));
          let at = 0;
          for (; at < piece.length && !isOver && !caller.destroyed; at += 1) {
            caller.write(piece.subarray(at, at + 1));
            await Promise.race([pause(fault.everyMs), fault.until]);
          }
          upstream.resume();
          return pass(upstream, caller, piece.subarray(at));
        }
        case 'cut':
        case 'reset': {
          const left = fault.after - responded;
          if (piece.length < left) return pass(upstream, caller, piece);
          upstream.removeAllListeners('close').destroy();
          const ended = () => (fault.kind === 'cut' ? caller.destroySoon() : caller.resetAndDestroy());
          if (left > 0) caller.write(piece.subarray(0, left), ended);
          else ended();
          return;
        }
        default:
          return pass(upstream, caller, piece);
      }
    }
  }
  return chaos;
}

/** Simulates a caller that retries after a timeout: the same bytes on a new connection, response ignored. */
function deliverAgain(target: Target, sent: readonly Buffer[]): void {
  const duplicate = connect(target);
  duplicate.on('error', () => undefined);
  duplicate.once('data', () => duplicate.destroy());
  duplicate.write(Buffer.concat(sent));
}

const [lowest, ports] = [20_000, 10_000];

/**
 * A port that stays reserved while nothing listens on it: below the ephemeral range, and claimed as a UDP port,
 * so that the next proxy finds it taken.
 */
async function takePort(listen: (port: number) => Promise<void>): Promise<{ port: number; claim: Claim }> {
  const first = (process.pid * 37) % ports;
  for (let step = 0; step < ports; step += 1) {
    const port = lowest + ((first + step) % ports);
    const claim = createSocket('udp4');
    try {
      claim.bind(port, '127.0.0.1');
      await once(claim, 'listening');
      await listen(port);
      return { port, claim };
    } catch {
      claim.close();
    }
  }
  throw new Error('No port is free.');
}
