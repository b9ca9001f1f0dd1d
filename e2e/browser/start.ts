import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const startMs = 240_000;

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * BASE_URL names a running Sharebook; without it one is started on free ports with an empty data folder, as
 * `npm start` would, and stopped with everything it wrote when the journeys are over.
 */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-e2e-'));
  const [port, registryPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: `${port}`, REGISTRY_PORT: `${registryPort}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (text) => said.push(String(text)));
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ready = new Promise<string>((done, fail) => {
    setTimeout(() => fail(new Error('Sharebook was not ready in time.')), startMs).unref();
    child.once('exit', (status) => fail(new Error(`Sharebook ended with status ${status} while starting.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(`${line}\n`);
      if (line.startsWith('ready ')) done(line.slice(6).trim());
    });
  });
  try {
    process.env.BASE_URL = await ready;
    process.env.E2E_REGISTRY = `127.0.0.1:${registryPort}`;
    process.env.E2E_DATA_DIR = dataDir;
    return stop;
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${said.slice(-40).join('')}`);
  }
}
