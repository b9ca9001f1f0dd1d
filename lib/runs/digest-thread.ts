import { Worker } from 'node:worker_threads';
import { processWide } from '../store/process-wide.ts';

/** A piece of memory that both threads see. */
export type Block = { index: number; bytes: Buffer };

/** The thread that makes the digests of files while they arrive, and the blocks in which it is given them. */
export type DigestThread = {
  /** A number for a new file. */
  open(): number;
  /** A free block to be filled, or a promise of the next one. To be given back. */
  block(): Block | Promise<Block>;
  giveBack(block: Block): void;
  /** Adds the first `length` bytes of a block to file `id`; resolves when the block may be given back. */
  add(id: number, block: Block, length: number): Promise<void>;
  /** SHA-256 of what was added to file `id`, in hexadecimal. */
  digest(id: number): Promise<string>;
  /** Nobody asks about this file any more. */
  forget(id: number): void;
};

/** Each word between threads takes longer than small pieces are worth. */
export const blockBytes = 4 * 1024 * 1024;
/** For all files of the process: who finds none free waits for the disk or for another's turn. */
const blocks = 4;
const pageBytes = 65_536;

type Task = { call: number; id: number; index?: number; length?: number; end?: 'digest' | 'forget' };
type Told = { call: number; digest?: string };

/** What the thread does, as text: the build has no place for a second program. */
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

/** One for the process, begun with the first file; it keeps no process alive. Begun anew should it ever end. */
export function digestThread(): DigestThread {
  const known = processWide<{ now?: DigestThread }>('digest thread', () => ({}));
  known.now ??= begin(() => {
    known.now = undefined;
  });
  return known.now;
}

function begin(ended: () => void): DigestThread {
  // Not for WebAssembly: it is the one shared memory that begins where a page does, as writing past the cache asks for.
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
