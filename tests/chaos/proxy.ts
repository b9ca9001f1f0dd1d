import { type Socket as Claim, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What befalls one exchange: what a caller sends up to the end of its answer. `drop`: ended before it is delivered.
 * `hold`: delivered only when `until` resolves; `withhold`: its answer comes only then. `drip`: the answer a byte at a
 * time. `cut` and `reset`: after so many bytes of the answer the connection ends, as if that were all or by RST. `lost`:
 * delivered and answered, and nothing of the answer comes back. `twice`: delivered once more over a connection of its
 * own. `swap`: delivered after the next exchange that begins elsewhere. `answer`: by us, in the target's stead.
 */
export type Fault =
  | { kind: 'none' | 'drop' | 'lost' | 'twice' }
  | { kind: 'hold' | 'withhold'; until: Promise<unknown> }
  | { kind: 'drip'; everyMs: number }
  | { kind: 'cut' | 'reset'; after: number }
  | { kind: 'swap'; atMostMs: number }
  | { kind: 'answer'; bytes: string };

export type Target = { host: string; port: number } | { path: string };

export type Chaos = {
  port: number;
  /** Where connections go from now on. */
  target: Target;
  /** Decides what befalls an exchange, by its first bytes. */
  plan: (head: Buffer) => Fault;
  /** How often each fault befell an exchange. */
  struck: Map<Fault['kind'], number>;
  /** Callers' connections that are open. */
  open(): number;
  /** From now on connections are refused, and those there are reset. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  stop(): Promise<void>;
};

type Exchange = { fault: Fault; answered: number; sent: Buffer[] };

/**
 * A TCP proxy that does what it is told to request and answer protocols without pipelining: HTTP as our programs speak
 * it, and PostgreSQL. Bytes from the caller after bytes of an answer begin the next exchange; no protocol is parsed.
 */
export async function openChaos(target: Target): Promise<Chaos> {
  const callers = new Set<Socket>();
  let begun = Promise.withResolvers<void>();
  const server = createServer((caller) => serve(caller));
  const { port, claim } = await takePort((wanted) => listen(wanted));

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

  async function listen(wanted: number): Promise<void> {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
  }

  function begin(head: Buffer): Exchange {
    const fault = chaos.plan(head);
    chaos.struck.set(fault.kind, (chaos.struck.get(fault.kind) ?? 0) + 1);
    if (fault.kind !== 'swap') {
      begun.resolve();
      begun = Promise.withResolvers();
    }
    return { fault, answered: 0, sent: [] };
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
    // What of the answer still waits here comes before its end.
    let passing = Promise.resolve();
    upstream.on('close', () => void passing.then(() => caller.destroySoon()));
    caller.on('error', end);
    upstream.on('error', end);
    caller.on('end', () => upstream.end());

    caller.on('data', async (piece: Buffer) => {
      if (!exchange || exchange.answered > 0) exchange = begin(piece);
      const { fault, sent } = exchange;
      if (fault.kind === 'drop') return end();
      if (fault.kind === 'answer') {
        exchange.answered += fault.bytes.length;
        upstream.removeAllListeners('close').destroy();
        caller.removeAllListeners('data').end(fault.bytes);
        // What else is sent is taken in and left: unread bytes would make the end a reset.
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
      passing = answer(piece);
    });

    async function answer(piece: Buffer): Promise<void> {
      const now = exchange;
      if (!now) return pass(upstream, caller, piece);
      const { fault, answered } = now;
      now.answered += piece.length;
      switch (fault.kind) {
        case 'lost':
          return end();
        case 'twice':
          if (answered === 0) deliverAgain(chaos.target, now.sent);
          return pass(upstream, caller, piece);
        case 'withhold':
          upstream.pause();
          await fault.until;
          upstream.resume();
          return pass(upstream, caller, piece);
        case 'drip':
          upstream.pause();
          for (const byte of piece) {
            if (caller.destroyed) break;
            caller.write(Uint8Array.of(byte));
            await pause(fault.everyMs);
          }
          upstream.resume();
          return;
        case 'cut':
        case 'reset': {
          const left = fault.after - answered;
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

/** As a caller does who was not answered in time: the same bytes over another connection, whatever is said to them. */
function deliverAgain(target: Target, sent: readonly Buffer[]): void {
  const twin = connect(target);
  twin.on('error', () => undefined);
  twin.once('data', () => twin.destroy());
  twin.write(Buffer.concat(sent));
}

const [lowest, ports] = [20_000, 10_000];

/**
 * A port that stays ours while nobody listens on it: below those the system hands out, and claimed as a UDP port, which
 * the next proxy finds taken.
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
