// Queues report orders and renders them in worker processes.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Message to a worker: render this report into this file. `order` must survive structured cloning. */
export type RenderOrder = { path: string; order: unknown };
export type RenderNews =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; bytes: number; sha256: string }
  | { kind: 'failed'; reason: string };
/** Messages from a worker; heartbeats are not passed on. */
export type WorkerMessage = RenderNews | { kind: 'alive' };

export type RenderWorkers = {
  /** Queues an order; `urgent` ones go first. `tell` receives progress and then exactly one end. */
  submit(order: RenderOrder, urgent: boolean, tell: (news: RenderNews) => void): void;
  /** Orders waiting or running. */
  load(): number;
  close(): Promise<void>;
};

/**
 * Heap limit per worker. Reports stream, so exceeding it is a bug. A small young generation also keeps memory
 * use flat.
 */
const heap = ['--max-old-space-size=192', '--max-semi-space-size=8'];
const silentMs = 60_000;

type Job = { order: RenderOrder; tell: (news: RenderNews) => void };
type Hand = { program: ChildProcess; job: Job | undefined; silence: NodeJS.Timeout };

/**
 * Renders reports outside the request process: a PDF of 20,000 holders takes seconds of processor time. At most
 * `size` reports run at once, the others wait in order; the first worker starts at once, so that it is ready.
 * Workers are processes: a thread that runs out of memory can end the registry, and one busy with garbage
 * collection cannot be stopped. `begin` is the first message to each; a worker silent for `patienceMs` is
 * killed.
 */
export function renderWorkers(
  entry: URL,
  begin: object,
  size: number,
  patienceMs: number = silentMs,
): RenderWorkers {
  const hands = new Set<Hand>();
  const urgent: Job[] = [];
  const ordinary: Job[] = [];
  let closed = false;

  function hire(): Hand {
    const program = fork(entry, {
      execArgv: heap,
      serialization: 'advanced',
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    const silence = setTimeout(() => {
      if (hand.job) program.kill('SIGKILL');
    }, patienceMs).unref();
    const hand: Hand = { program, job: undefined, silence };
    hands.add(hand);
    attend(hand, false);
    program.on('message', (news: WorkerMessage) => {
      silence.refresh();
      if (news.kind === 'alive') return;
      hand.job?.tell(news);
      if (news.kind !== 'progress') release(hand);
    });
    program.on('error', (error) => lose(hand, error.message));
    program.on('exit', (code, signal) => lose(hand, `The render worker ended (${signal ?? code}).`));
    send(hand, begin);
    return hand;
  }

  function send(hand: Hand, message: object): void {
    hand.program.send(message, (error) => {
      if (error) lose(hand, error.message);
    });
  }

  /** Only a busy worker keeps this process from exiting. */
  function attend(hand: Hand, working: boolean): void {
    const how = working ? 'ref' : 'unref';
    for (const one of [hand.program, hand.program.channel]) one?.[how]();
  }

  function lose(hand: Hand, reason: string): void {
    if (!hands.delete(hand)) return;
    clearTimeout(hand.silence);
    hand.program.kill('SIGKILL');
    hand.job?.tell({ kind: 'failed', reason });
    hand.job = undefined;
    if (!closed) next();
  }

  function release(hand: Hand): void {
    hand.job = undefined;
    attend(hand, false);
    next();
  }

  function next(): void {
    if (urgent.length + ordinary.length === 0) return;
    const free = [...hands].find((hand) => !hand.job) ?? (hands.size < size ? hire() : undefined);
    const job = free && (urgent.shift() ?? ordinary.shift());
    if (!free || !job) return;
    free.job = job;
    free.silence.refresh();
    attend(free, true);
    send(free, job.order);
    next();
  }

  hire();
  return {
    submit(order, isUrgent, tell) {
      (isUrgent ? urgent : ordinary).push({ order, tell });
      next();
    },
    load: () => urgent.length + ordinary.length + [...hands].filter((hand) => hand.job).length,
    async close() {
      closed = true;
      for (const job of [...urgent.splice(0), ...ordinary.splice(0)]) {
        job.tell({ kind: 'failed', reason: 'The registry is stopping.' });
      }
      await Promise.all([...hands].map(end));
    },
  };
}

/** Resolves once the worker has exited. Its exit reports the current order as failed. */
async function end({ program }: Hand): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null || program.pid === undefined) return;
  const gone = once(program, 'exit');
  program.ref();
  program.kill('SIGKILL');
  await gone;
}
