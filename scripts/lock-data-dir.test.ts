import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demandFree, lockDataDir } from './lock-data-dir.ts';

let folder: string;
let server: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claim-'));
});
afterEach(async () => {
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function occupy(): Promise<number> {
  const taken = createServer();
  server = taken;
  return new Promise((done) => {
    taken.listen(0, '127.0.0.1', () => done((taken.address() as { port: number }).port));
  });
}

const dead = JSON.stringify({ pid: 2 ** 22 - 3, identity: 'gone', address: 'http://127.0.0.1:1' });

describe('data folder', () => {
  test('belongs to one start at a time, and is free again when released', async () => {
    const first = await lockDataDir(folder, 'http://127.0.0.1:3000');
    await expect(lockDataDir(folder, 'http://127.0.0.1:3001')).rejects.toThrow(
      /already runs on .*, at http:\/\/127\.0\.0\.1:3000 \(process \d+\)/,
    );
    first.letGo();
    (await lockDataDir(folder, 'http://127.0.0.1:3001')).letGo();
  });

  test('is handed over while its start is stopping', async () => {
    const first = await lockDataDir(folder, 'http://127.0.0.1:3000');
    first.ending();
    const second = await lockDataDir(folder, 'http://127.0.0.1:3001');
    first.letGo();
    await expect(lockDataDir(folder, 'http://127.0.0.1:3002')).rejects.toThrow(/3001/);
    second.letGo();
  });

  test('is taken over from a start that was killed', async () => {
    writeFileSync(join(folder, 'start.json'), dead);
    (await lockDataDir(folder, 'http://127.0.0.1:3001')).letGo();
  });
});

describe('port', () => {
  test('in use is reported with its variable, at once', async () => {
    const port = await occupy();
    await expect(demandFree(folder, port, '127.0.0.1', ['PORT', 'HOST'])).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken. Set PORT to another one.`,
    );
  });

  test('still held by the process of a killed start is waited for', async () => {
    writeFileSync(join(folder, 'start.json'), dead);
    const port = await occupy();
    setTimeout(() => server?.close(), 150);
    await demandFree(folder, port, '127.0.0.1', ['PORT', 'HOST']);
    server = undefined;
  });

  test('on an address of another machine names HOST', async () => {
    await expect(demandFree(folder, 3000, '192.0.2.1', ['PORT', 'HOST'])).rejects.toThrow(/Set HOST/);
  });
});
