import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type RenderNews, renderWorkers } from './render-workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'workers-'));
const entry = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(
  entry,
  `import { closeSync } from 'node:fs';
   let greeting;
   process.on('disconnect', () => process.exit());
   process.on('message', ({ words, path, order }) => {
     greeting ??= words;
     // V8's crash output is useful to operators, not in test output.
     if (['crash', 'grow', 'map'].includes(order)) closeSync(2);
     if (order === 'crash') process.abort();
     if (order === 'exit') process.exit(1);
     if (order === 'spin') for (;;);
     const held = [];
     if (order === 'grow') for (;;) held.push(new Array(1000).fill(1.5));
     const map = new Map();
     if (order === 'map') for (let i = 0; ; i++) map.set('k' + i, { i });
     if (order === 'draw') process.send({ kind: 'done', bytes: 1, sha256: path || greeting });
   });`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const end = (workers: ReturnType<typeof renderWorkers>, order: string, path = '', urgent = false) =>
  new Promise<RenderNews>((resolve) => workers.submit({ path, order }, urgent, resolve));

const begin = { words: 'hello' };

test('a worker that crashes or exits fails only its own report', async () => {
  const workers = renderWorkers(entry, begin, 1);
  const ends = await Promise.all([
    end(workers, 'crash'),
    end(workers, 'draw', 'a'),
    end(workers, 'exit'),
    end(workers, 'draw'),
  ]);
  expect(ends).toEqual([
    { kind: 'failed', reason: 'The render worker ended (SIGABRT).' },
    { kind: 'done', bytes: 1, sha256: 'a' },
    { kind: 'failed', reason: 'The render worker ended (1).' },
    { kind: 'done', bytes: 1, sha256: 'hello' },
  ]);
  expect(workers.load()).toBe(0);
  await workers.close();
});

// Worker threads failed here: the first case grew without limit and could not be stopped, the second ended the
// registry.
test.each(['grow', 'map'])(
  'a report that exceeds memory (%s) fails alone',
  async (how) => {
    const workers = renderWorkers(entry, begin, 1);
    const [lost, next] = await Promise.all([end(workers, how), end(workers, 'draw', 'next')]);
    expect(lost).toEqual({ kind: 'failed', reason: 'The render worker ended (SIGABRT).' });
    expect(next).toMatchObject({ sha256: 'next' });
    await workers.close();
  },
  60_000,
);

test('an unresponsive worker is killed; an idle one is not', async () => {
  const workers = renderWorkers(entry, begin, 1, 400);
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(await end(workers, 'draw', 'still there')).toMatchObject({ sha256: 'still there' });
  expect(await end(workers, 'spin')).toEqual({
    kind: 'failed',
    reason: 'The render worker ended (SIGKILL).',
  });
  expect(await end(workers, 'draw')).toMatchObject({ kind: 'done' });
  await workers.close();
});

test('urgent orders go first; closing fails queued and active ones', async () => {
  const workers = renderWorkers(entry, begin, 1);
  const order: string[] = [];
  const named = async (name: string, urgent: boolean) => {
    await end(workers, 'draw', name, urgent);
    order.push(name);
  };
  await Promise.all([named('first', false), named('list', false), named('one holder', true)]);
  expect(order).toEqual(['first', 'one holder', 'list']);
  const held = [end(workers, 'hold'), end(workers, 'draw')];
  await workers.close();
  expect((await Promise.all(held)).map(({ kind }) => kind)).toEqual(['failed', 'failed']);
});
