import { Worker } from 'node:worker_threads';
import { processWide } from '../store/process-wide.ts';

/** Memory shared by both threads. */
export type Block = { index: number; bytes: Buffer };

/** The thread that computes the digests of arriving files, and the memory blocks in which it receives them. */
export type DigestThread = {
  /** A number for a new file. */
  open(): number;
  /** A free block, or a promise of the next one. Must be returned. */
  block(): Block | Promise<Block>;
  giveBack(block: Block): void;
  /** Adds the first `length` bytes of a block to file `id`; resolves when the block may be returned. */
  add(id: number, block: Block, length: number): Promise<void>;
  /** SHA-256 of what was added to file `id`, in hexadecimal. */
  digest(id: number): Promise<string>;
  /** Discards the state of this file. */
  forget(id: number): void;
};

/** A message between threads costs more than a small chunk is worth. */
export const blockBytes = 4 * 1024 * 1024;
/** Shared by all files of the process; when none is free, a writer waits until a block is returned. */
const blocks = 4;
const pageBytes = 65_536;

type Task = { call: number; id: number; index?: number; length?: number; end?: 'digest' | 'forget' };
type Told = { call: number; digest?: string };

/** The thread's program as text, because the build has no entry point for a second program. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { createHash } = require('node:crypto');
const hashes = new Map();
function work({ id, index, length, end }) {
  const hash = hashes.get(id) ?? createHash('sha256');
  hashes.set(id, hash);
  if (!end) return void hash.update(Buffer.from(workerData, index * ${blockBytes}, length));
  hashes.delete(id);
  if (end === 'digest') return hash.digest('hex');
}
parentPort.on('message', (task) => parentPort.postMessage({ call: task.call, digest: work(task) }));`;

/**
 * One thread per process, started with the first file; it does not keep the process alive. Restarted if it
 * exits.
 */
export function digestThread(): DigestThread {
  const known = processWide<{ now?: DigestThread }>('digest thread', () => ({}));
  known.now ??= begin(() => {
    known.now = undefined;
  });
  return known.now;
}

function begin(ended: () => void): DigestThread {
  // WebAssembly is not run. Its memory is the only shared memory that is page-aligned, as direct I/O requires.
  const pages = (blocks * blockBytes) / pageBytes;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }).buffer;
  const worker = new Worker(program, { eval: true, name: 'digest', workerData: memory });
  const calls = new Map<number, PromiseWithResolvers<string | undefined>>();
  const free: Block[] = Array.from({ length: blocks }, (_, index) => ({
    index,
    bytes: Buffer.from(memory, index * blockBytes, blockBytes),
  }));
  const turns: PromiseWithResolvers<Block>[] = [];
  let [files, asked] = [0, 0];
  let gone: Error | undefined;
  const fail = (why: Error) => {
    gone = why;
    ended();
    for (const { reject } of calls.values()) reject(why);
    calls.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The digest thread has ended.')));
  worker.on('message', ({ call, digest }: Told) => {
    calls.get(call)?.resolve(digest);
    calls.delete(call);
  });
  worker.unref();
  async function ask(task: Omit<Task, 'call'>): Promise<string | undefined> {
    if (gone) throw gone;
    asked += 1;
    const answer = Promise.withResolvers<string | undefined>();
    calls.set(asked, answer);
    worker.postMessage({ ...task, call: asked });
    return answer.promise;
  }
  return {
    open: () => ++files,
    block() {
      const block = free.pop();
      if (block) return block;
      const turn = Promise.withResolvers<Block>();
      turns.push(turn);
      return turn.promise;
    },
    giveBack(block) {
      const next = turns.shift();
      if (next) next.resolve(block);
      else free.push(block);
    },
    add: async (id, { index }, length) => void (await ask({ id, index, length })),
    digest: async (id) => (await ask({ id, end: 'digest' })) ?? '',
    forget: (id) => void ask({ id, end: 'forget' }).catch(() => undefined),
  };
}
