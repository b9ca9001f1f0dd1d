// Starts the built dashboard as a process, for the access matrix.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The built dashboard as a separate process, in front of any registry and store. */
export type Program = { url: string; output: () => string; stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const retained = ['node_modules', 'package.json', 'next.config.mjs', 'scripts', 'lib', 'public'];
const leftOut = /\.next\/(cache|dev|trace|diagnostics)(\/|$)/;

/**
 * A folder with the build as it would be without proxy.ts: the function list names no middleware and its code
 * is removed. Saves a second build; everything else is identical.
 */
function withoutProxy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'no-proxy-'));
  for (const name of retained) {
    try {
      symlinkSync(resolve(name), join(folder, name));
    } catch {
      // Not every build has all of them.
    }
  }
  cpSync('.next', join(folder, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !leftOut.test(path),
  });
  const server = join(folder, '.next', 'server');
  const list = join(server, 'functions-config-manifest.json');
  const { functions, ...rest } = JSON.parse(readFileSync(list, 'utf8')) as {
    functions: Record<string, unknown>;
  };
  if (!functions['/_middleware']) throw new Error('The build does not say where its proxy is.');
  delete functions['/_middleware'];
  writeFileSync(list, JSON.stringify({ ...rest, functions }));
  for (const file of ['middleware.js', 'middleware.js.nft.json']) rmSync(join(server, file), { force: true });
  return folder;
}

async function responses(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts it and waits for its first response; throws with its output when it exits earlier. */
export async function startProgram(
  env: Record<string, string>,
  { proxy }: { proxy: boolean },
): Promise<Program> {
  const folder = proxy ? null : withoutProxy();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(process.execPath, [resolve('server.ts')], {
    cwd: folder ?? process.cwd(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: `${port}`,
      NEXTAUTH_URL: url,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
  while (!(await responses(`${url}/api/health`))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`The dashboard ended while starting:\n${output}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  return { url, output: () => output, stop };
}
