import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What a worker is asked: make this report into this file. `order` must survive structured cloning. */
export type RenderOrder = { path: string; order: unknown };
export type RenderNews =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; bytes: number; sha256: string }
  | { kind: 'failed'; reason: string };
/** What a worker says; that it is alive is nobody's news. */
export type WorkerWord = RenderNews | { kind: 'alive' };

export type RenderWorkers = {
  /** Queues an order; `urgent` ones go first. `tell` hears progress and then exactly one end. */
  submit(order: RenderOrder, urgent: boolean, tell: (news: RenderNews) => void): void;
  /** Orders that wait or run. */
  load(): number;
  close(): Promise<void>;
};

/** A report streams; one that needs more than this has lost its way. Small spaces also keep the machine's memory flat. */
const heap = ['--max-old-space-size=192', '--max-semi-space-size=8'];
const silentMs = 60_000;

type Job = { order: RenderOrder; tell: (news: RenderNews) => void };
type Hand = { program: ChildProcess; job: Job | undefined; silence: NodeJS.Timeout };

/**
 * Renders reports beside the requests: a PDF of 20,000 holders is seconds of processor time that no page may
 * wait for. At most `size` reports at once, the rest in order; the first worker starts now, so that it is warm.
 * Workers are programs of their own: a thread that runs out of memory can take the registry with it, and one
 * that only collects garbage can't be ended. `begin` is the first message each gets; one that has not been
 * heard of for `patienceMs` is killed.
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
    program.on('message', (news: WorkerWord) => {
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

  /** Only a worker that draws keeps this program from ending by itself. */
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

/** Resolves once the worker is gone; what it had begun is told as failed by its exit. */
async function end({ program }: Hand): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null || program.pid === undefined) return;
  const gone = once(program, 'exit');
  program.ref();
  program.kill('SIGKILL');
  await gone;
}
