import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { type OpenResponses, watchOpenResponses } from './open-responses.ts';
import { listening, sendResponse } from './server-for-tests.ts';
import { dependOn, type Right, startTrace } from './trace.ts';

const cut = vi.fn();
const often = watchOpenResponses({ cut, checkEveryMs: 20, checkWithinMs: 200 });
const seldom = watchOpenResponses({ cut, checkEveryMs: 60_000 });
let open: OpenResponses;
let begin: () => Promise<unknown> | unknown;
let canceled = Promise.withResolvers<void>();
let rest = Promise.withResolvers<void>();

/** Sends a first chunk, and the last one once `rest` resolves. */
const server = createServer((_request, response) =>
  startTrace(async (trace) => {
    open.watch(response, trace);
    await begin();
    const pieces = [new Uint8Array(1000), new Uint8Array(10)];
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const piece = pieces.shift();
          if (pieces.length === 0) await rest.promise;
          if (piece) controller.enqueue(piece);
          else controller.close();
        },
        cancel: () => canceled.resolve(),
      },
      { highWaterMark: 0 },
    );
    await sendResponse(new Response(body, { headers: { 'content-length': '1010' } }), response);
  }),
);
const port = listening(server, () => undefined);

beforeEach(() => {
  open = often;
  cut.mockClear();
  canceled = Promise.withResolvers();
  rest = Promise.withResolvers();
});

/** More than a client's kernel takes before the client reads, and less than a server's kernel takes. */
const large = 2_000_000;
const all = createServer((_request, response) =>
  startTrace((trace) => {
    open.watch(response, trace);
    begin();
    response.end(Buffer.alloc(large), rest.resolve);
  }),
);
const portOfAll = listening(all, () => undefined);

/** Requests a large response, which leaves the process completely, and reads it after `before`. */
async function readLater(before: () => Promise<unknown>): Promise<boolean> {
  const request = get({ host: '127.0.0.1', port: portOfAll(), agent: new Agent({ keepAlive: true }) });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await rest.promise;
  await before();
  response.on('error', () => undefined).resume();
  await new Promise((closed) => response.on('close', closed));
  request.destroy();
  return response.complete;
}

/** How many bytes arrived, and whether the response was complete. */
async function read(): Promise<[bytes: number, whole: boolean]> {
  const request = get({ host: '127.0.0.1', port: port(), agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  request.on('error', () => undefined);
  response.on('error', () => undefined).on('data', (piece: Buffer) => (bytes += piece.length));
  await new Promise((closed) => response.on('close', closed));
  return [bytes, response.complete];
}

test.each<[string, Right]>([
  ['is gone', async () => false],
  ['cannot be asked', () => Promise.reject(new Error('no store'))],
  ['is asked in vain', () => new Promise(() => undefined)],
])('a response whose right %s is aborted, and its source is notified', async (_name, right) => {
  begin = () => dependOn(right);
  expect(await read()).toEqual([1000, false]);
  await canceled.promise;
  expect(cut).toHaveBeenCalledTimes(1);
});

test('a right withdrawn while the response is open ends it', async () => {
  let requested = 0;
  begin = () => dependOn(async () => ++requested < 4);
  expect(await read()).toEqual([1000, false]);
  expect(requested).toBe(4);
});

test('a response before its first byte is aborted too', async () => {
  const held = Promise.withResolvers<void>();
  begin = () => {
    dependOn(async () => false);
    return held.promise;
  };
  await expect(read()).rejects.toThrow(/socket hang up|ECONNRESET/);
  held.resolve();
});

test('a response whose right remains is complete', async () => {
  let requested = 0;
  begin = () =>
    dependOn(async () => {
      if (++requested === 3) rest.resolve();
      return true;
    });
  expect(await read()).toEqual([1010, true]);
  expect(cut).not.toHaveBeenCalled();
});

test('a response without a right is left alone, and a short one is not checked', async () => {
  const right = vi.fn<Right>(async () => false);
  begin = async () => {
    await new Promise((passed) => setTimeout(passed, 60));
    rest.resolve();
  };
  expect(await read()).toEqual([1010, true]);
  rest = Promise.withResolvers();
  open = seldom;
  begin = async () => {
    dependOn(right);
    await seldom.check();
    rest.resolve();
  };
  expect(await read()).toEqual([1010, true]);
  expect(right).not.toHaveBeenCalled();
});

test('the right set last is the one checked', async () => {
  const first = vi.fn<Right>(async () => false);
  begin = () => {
    dependOn(first);
    dependOn(async () => {
      rest.resolve();
      return true;
    });
  };
  expect(await read()).toEqual([1010, true]);
  expect(first).not.toHaveBeenCalled();
});

test.runIf(process.platform === 'linux')('a response in the kernel buffer is aborted too', async () => {
  let allowed = true;
  begin = () => dependOn(async () => allowed);
  const dismissed = async () => {
    allowed = false;
    await expect.poll(() => cut.mock.calls.length).toBe(1);
  };
  expect(await readLater(dismissed)).toBe(false);
});

test('a fully received response is no longer checked', async () => {
  const right = vi.fn<Right>(async () => true);
  begin = () => dependOn(right);
  expect(await readLater(async () => undefined)).toBe(true);
  const settled = async () => {
    const before = right.mock.calls.length;
    await new Promise((passed) => setTimeout(passed, 200));
    return right.mock.calls.length - before;
  };
  await expect.poll(settled, { timeout: 5_000 }).toBe(0);
});
