// Builds and starts a bare Next handler that only passes requests on, as baseline of the gateway.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '#tests/app/running';

/** A process under measurement. */
export type Program = { url: string; pid: number; stop: () => Promise<void> };

const folder = '.cache/bare-handler';

/** The smallest Next route handler that passes a request on: no session, no permissions, no audit trail. */
const route = `
const upstream = process.env.BARE_UPSTREAM;

export async function GET(request) {
  const url = new URL(request.url);
  const answer = await fetch(upstream + url.pathname.slice('/api/upstream'.length) + url.search, {
    headers: { authorization: 'Bearer bare', accept: 'application/json' },
    signal: request.signal,
  });
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') },
  });
}
`;

const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'next.config.mjs': `export default { outputFileTracingRoot: ${JSON.stringify(resolve('.'))}, agentRules: false, poweredByHeader: false };`,
  'app/api/upstream/[...path]/route.js': route,
} as const;

/** Builds the bare handler once and starts it with `next start`, like the product. */
export async function startBareHandler(upstream: string): Promise<Program> {
  const stamp = createHash('sha256')
    .update(JSON.stringify({ files, with: 'webpack' }))
    .update(readFileSync('package-lock.json'))
    .digest('hex');
  const stampFile = join(folder, 'stamp');
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    rmSync(folder, { recursive: true, force: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    // Not with Turbopack: it would also find instrumentation.ts and proxy.ts in the parent folders and include
    // them in the bare handler.
    const build = run([nextBin, 'build', '--webpack'], folder);
    const [status] = await once(build, 'exit');
    const hasInstrumentation = existsSync(join(folder, '.next/server/instrumentation.js'));
    if (status !== 0 || hasInstrumentation) throw new Error('The bare handler did not build.');
    writeFileSync(stampFile, stamp);
  }
  return startNext(folder, { BARE_UPSTREAM: upstream });
}

const nextBin = resolve('node_modules/next/dist/bin/next');
const guard = resolve('scripts/orphan-guard.mjs');

function run(args: readonly string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  const { NODE_OPTIONS: _none, ...inherited } = process.env;
  return spawn(process.execPath, ['--import', guard, ...nodeArgs(), ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...inherited, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
}

/** Flags for both processes, such as `--cpu-prof` when looking for a slow spot. */
const nodeArgs = () => (process.env.BENCH_NODE_ARGS ?? '').split(' ').filter(Boolean);

/** `next start` of a built app on a free port; resolves at its first response. */
export const startNext = (cwd: string, env: Record<string, string>) =>
  startProgram((port) => [nextBin, 'start', '-p', `${port}`, '-H', '127.0.0.1'], cwd, env);

/** The dashboard's own server on a free port; resolves at its first response. */
export const startServer = (env: Record<string, string>) => startProgram(() => ['server.ts'], '.', env);

async function startProgram(
  args: (port: number) => readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = run(args(port), cwd, {
    PORT: `${port}`,
    NEXTAUTH_URL: url,
    ...env,
  });
  const gone = once(child, 'exit');
  for (;;) {
    const up = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (up) break;
    if (child.exitCode !== null) throw new Error('The program did not start; see above.');
    await new Promise((done) => setTimeout(done, 50));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { url, pid: child.pid ?? 0, stop };
}
