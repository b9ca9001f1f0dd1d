import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { processWide } from '../store/process-wide.ts';

/** SHA-256 of a file that is being written, in hexadecimal. */
export type FileDigest = {
  take(piece: Uint8Array): void;
  /** So many bytes from the start are in the file by now. */
  wrote(bytes: number): void;
  /** Once all of it is in the file. */
  end(): Promise<string>;
  /** Nobody wants to know any more. */
  drop(): void;
};

/** From here on the digest takes longer than another thread takes to begin. */
const largeBytes = 16 * 1024 * 1024;

/** Each word to it wakes it: one for so many bytes. */
const tellBytes = 4 * 1024 * 1024;

/** A digest for a file of `length` bytes, null where nobody knows: large ones are read by a thread of their own. */
export function openDigest(path: string, length: number | null): FileDigest {
  return length !== null && length >= largeBytes ? digestAside(path) : digestHere();
}

function digestHere(): FileDigest {
  const hash = createHash('sha256');
  return {
    take: (piece) => void hash.update(piece),
    wrote: () => undefined,
    end: async () => hash.digest('hex'),
    drop: () => undefined,
  };
}

type Task = { id: number; path?: string; upTo?: number; end?: 'digest' | 'drop' };
type Told = { id: number; digest?: string; fault?: string };

/** What the thread does, as text: the build has no place for a second program. One block is read at a time. */
const program = `
const { parentPort } = require('node:worker_threads');
const { closeSync, openSync, readSync } = require('node:fs');
const { createHash } = require('node:crypto');
const block = Buffer.allocUnsafe(1024 * 1024);
const files = new Map();
function work({ id, path, upTo, end }) {
  if (path) files.set(id, { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 });
  const file = files.get(id);
  if (!file) return;
  while (file.at < upTo) {
    const got = readSync(file.fd, block, 0, Math.min(block.length, upTo - file.at), file.at);
    if (got === 0) throw new Error('The file is shorter than was written.');
    file.hash.update(block.subarray(0, got));
    file.at += got;
  }
  if (!end) return;
  files.delete(id);
  closeSync(file.fd);
  if (end === 'digest') parentPort.postMessage({ id, digest: file.hash.digest('hex') });
}
parentPort.on('message', (task) => {
  try {
    work(task);
  } catch (error) {
    parentPort.postMessage({ id: task.id, fault: String(error) });
  }
});`;

type Thread = { send(task: Task): void; open(answer: PromiseWithResolvers<string>): number };

/** One for the process, begun with the first large file; it keeps no process alive. Begun anew should it ever end. */
function thread(): Thread {
  const known = processWide<{ now?: Thread }>('digest thread', () => ({}));
  known.now ??= begin(() => {
    known.now = undefined;
  });
  return known.now;
}

function begin(ended: () => void): Thread {
  const worker = new Worker(program, { eval: true, name: 'digest' });
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let ids = 0;
  const fail = (why: Error) => {
    ended();
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The digest thread has ended.')));
  worker.on('message', ({ id, digest, fault }: Told) => {
    const answer = waiting.get(id);
    waiting.delete(id);
    if (digest !== undefined) answer?.resolve(digest);
    else answer?.reject(new Error(fault));
  });
  worker.unref();
  return {
    send: (task) => worker.postMessage(task),
    open(answer) {
      ids += 1;
      waiting.set(ids, answer);
      return ids;
    },
  };
}

function digestAside(path: string): FileDigest {
  const { send, open } = thread();
  const answer = Promise.withResolvers<string>();
  // Asked for at the end only; until then nobody listens.
  answer.promise.catch(() => undefined);
  const id = open(answer);
  send({ id, path });
  let [known, told] = [0, 0];
  return {
    take: () => undefined,
    wrote(upTo) {
      known = upTo;
      if (upTo - told < tellBytes) return;
      told = upTo;
      send({ id, upTo });
    },
    end() {
      send({ id, upTo: known, end: 'digest' });
      return answer.promise;
    },
    drop: () => send({ id, end: 'drop' }),
  };
}
