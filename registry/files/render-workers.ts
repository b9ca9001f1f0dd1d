import { Worker } from 'node:worker_threads';

/** What a worker is asked: make this report into this file. `order` must survive structured cloning. */
export type RenderOrder = { path: string; order: unknown };
export type RenderNews =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; bytes: number; sha256: string }
  | { kind: 'failed'; reason: string };

export type RenderWorkers = {
  /** Queues an order; `urgent` ones go first. `tell` hears progress and then exactly one end. */
  submit(order: RenderOrder, urgent: boolean, tell: (news: RenderNews) => void): void;
  /** Orders that wait or run. */
  load(): number;
  close(): Promise<void>;
};

/** A report streams; a worker that needs more than this has lost its way. Small spaces also keep the process flat. */
const heap = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

type Job = { order: RenderOrder; tell: (news: RenderNews) => void };
type Hand = { worker: Worker; job: Job | undefined };

/**
 * Renders reports beside the requests: a PDF of 20,000 holders is seconds of processor time that no page may wait for
 * (assurance P-12). At most `size` reports at once, the rest in order; the first worker starts now, so that it is warm.
 */
export function renderWorkers(entry: URL, workerData: unknown, size: number): RenderWorkers {
  const hands = new Set<Hand>();
  const urgent: Job[] = [];
  const ordinary: Job[] = [];
  let closed = false;

  function hire(): Hand {
    const hand: Hand = { worker: new Worker(entry, { workerData, resourceLimits: heap }), job: undefined };
    hands.add(hand);
    hand.worker.unref();
    hand.worker.on('message', (news: RenderNews) => {
      hand.job?.tell(news);
      if (news.kind !== 'progress') release(hand);
    });
    hand.worker.on('error', (error) => lose(hand, (error as Error).message));
    hand.worker.on('exit', () => lose(hand, 'The render worker ended.'));
    return hand;
  }

  function lose(hand: Hand, reason: string): void {
    if (!hands.delete(hand)) return;
    hand.job?.tell({ kind: 'failed', reason });
    hand.job = undefined;
    if (!closed) next();
  }

  function release(hand: Hand): void {
    hand.job = undefined;
    hand.worker.unref();
    next();
  }

  function next(): void {
    if (urgent.length + ordinary.length === 0) return;
    const free = [...hands].find((hand) => !hand.job) ?? (hands.size < size ? hire() : undefined);
    const job = free && (urgent.shift() ?? ordinary.shift());
    if (!free || !job) return;
    free.job = job;
    free.worker.ref();
    free.worker.postMessage(job.order);
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
      await Promise.all([...hands].map((hand) => hand.worker.terminate()));
    },
  };
}
