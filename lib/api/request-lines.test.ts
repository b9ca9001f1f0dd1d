import { afterEach, expect, it, vi } from 'vitest';
import { requestLines } from './request-lines.ts';

afterEach(() => vi.unstubAllGlobals());

/** What is given of a response in these pieces, and the code of the error after it. */
async function read(pieces: readonly string[], status = 200) {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    return new Response(body, { status, headers: { 'x-request-id': 'r-1' } });
  });
  const given: object[] = [];
  const code = await requestLines('/x', (line) => given.push(line)).then(
    () => null,
    (error) => error.code,
  );
  return { given, code };
}

it('gives each line, wherever the response is divided', async () => {
  expect(await read(['{"a":"é', '"}\n{"a"', ':12345678901234567890}\n', '{"end":true}\n'])).toEqual({
    given: [{ a: 'é' }, { a: '12345678901234567890' }],
    code: null,
  });
});

it.each([
  ['cut off', ['{"a":1}\n'], 'upstream_unavailable', 1],
  ['cut off within a line', ['{"a":1}\n{"end":tr'], 'upstream_unavailable', 1],
  ['unreadable', ['{"a":1}\n{"a":\n{"end":true}\n'], 'upstream_unreadable', 1],
  ['failed midway', ['{"a":1}\n{"error":{"code":"upstream_busy","message":"Busy."}}\n'], 'upstream_busy', 1],
  ['empty', [], 'upstream_unavailable', 0],
])('a response that is %s is an error after what it gave', async (_, pieces, code, count) => {
  const { given, code: thrown } = await read(pieces);
  expect([thrown, given.length]).toEqual([code, count]);
});

it('a refusal is that of the server', async () => {
  const body = '{"error":{"code":"forbidden","message":"No."}}';
  expect(await read([body], 403)).toEqual({ given: [], code: 'forbidden' });
});

it('a canceled request is no error of the server', async () => {
  const canceled = AbortSignal.abort(new Error('left the page'));
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
  await expect(requestLines('/x', () => {}, canceled)).rejects.toThrow('left the page');
});
