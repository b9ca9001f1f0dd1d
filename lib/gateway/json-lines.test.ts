import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api/error.ts';
import { jsonLines } from './json-lines.ts';

afterEach(() => vi.restoreAllMocks());

it('sends each line before the next one is known, and says that it ended', async () => {
  const second = Promise.withResolvers<void>();
  async function* lines() {
    yield { at: 1 };
    await second.promise;
    yield { at: 2 };
  }
  const reader = jsonLines('r-1', lines()).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('{"at":1}\n');
  second.resolve();
  expect((await reader.read()).value).toBe('{"at":2}\n');
  expect((await reader.read()).value).toBe('{"end":true}\n');
  expect((await reader.read()).done).toBe(true);
});

it('ends with the error where the lines break off, and does not tell what else was thrown', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  async function* failing(thrown: Error) {
    yield { at: 1 };
    throw thrown;
  }
  const known = await jsonLines('r-2', failing(new ApiError('upstream_busy'))).text();
  expect(known.split('\n').map((line) => line && JSON.parse(line))).toMatchObject([
    { at: 1 },
    { error: { code: 'upstream_busy', requestId: 'r-2' } },
    '',
  ]);
  expect(log).not.toHaveBeenCalled();
  const other = await jsonLines('r-2', failing(new Error('a password'))).text();
  expect(other).toContain('"code":"failed"');
  expect(other).not.toContain('password');
  expect(log).toHaveBeenCalledOnce();
});

it('reads nothing more once nobody reads it', async () => {
  const ended = vi.fn();
  async function* lines() {
    try {
      yield { at: 1 };
      yield { at: 2 };
    } finally {
      ended();
    }
  }
  const reader = jsonLines('r-3', lines()).body!.getReader();
  await reader.read();
  expect(ended).not.toHaveBeenCalled();
  await reader.cancel();
  expect(ended).toHaveBeenCalledOnce();
});
