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
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', ({ path, order }) => {
     if (order === 'crash') throw new Error('crashed');
     if (order === 'exit') process.exit(1);
     if (order !== 'hold') parentPort.postMessage({ kind: 'done', bytes: 1, sha256: path });
   });`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const end = (workers: ReturnType<typeof renderWorkers>, order: string, path = '', urgent = false) =>
  new Promise<RenderNews>((resolve) => workers.submit({ path, order }, urgent, resolve));

test('a worker that crashes or exits fails its own report and no other', async () => {
  const workers = renderWorkers(entry, undefined, 1);
  const ends = await Promise.all([
    end(workers, 'crash'),
    end(workers, 'draw', 'a'),
    end(workers, 'exit'),
    end(workers, 'draw'),
  ]);
  expect(ends.map(({ kind }) => kind)).toEqual(['failed', 'done', 'failed', 'done']);
  expect(workers.load()).toBe(0);
  await workers.close();
});

test('urgent orders go first; closing fails what waits and what runs', async () => {
  const workers = renderWorkers(entry, undefined, 1);
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
