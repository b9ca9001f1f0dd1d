import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../lib/env.ts';
import { startEmbedded } from '../lib/postgres/embedded.ts';
import { prepareStore } from '../lib/session/prepare.ts';
import { buildIfNeeded } from './build.ts';
import { type Claim, claimDataDir, demandFree, openFolder } from './claim.ts';

const DRAIN_MS = 30_000;
const REMARK_MS = 15_000;

type Program = { name: string; child: ChildProcess };

/** Starts a program in a process group of its own, so that Ctrl-C reaches only us and we drain in order. */
function launch(name: string, args: string[], env: Record<string, string>, logs: string): Program {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
    detached: true,
  });
  // The request log belongs in a file; what goes wrong belongs on the screen too.
  const log = createWriteStream(join(logs, `${name}.log`), { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  return { name, child };
}

async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
  await gone;
  clearTimeout(late);
}

async function ready(program: Program, check: () => Promise<boolean>, remark = ''): Promise<void> {
  const startedAt = Date.now();
  for (let said = remark === ''; ; ) {
    if (program.child.exitCode !== null || program.child.signalCode !== null) {
      throw new Error(`The ${program.name} stopped while starting; its reason is above.`);
    }
    if (await check()) return;
    if (!said && Date.now() - startedAt > REMARK_MS) {
      said = true;
      console.error(remark);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

const SIGN_INS = [
  ['operator@harborline.example', 'operator of the transfer agent, all issuers'],
  ['admin@harborline.example', 'administrator of the transfer agent'],
  ['officer@larkspur.example', 'officer of Larkspur Instruments (issuer 1001)'],
  ['viewer@larkspur.example', 'viewer at Larkspur Instruments (issuer 1001)'],
  ['reports@prairie.example', 'downloads reports of Prairie Solar (issuer 1004)'],
];

function welcome(address: string, demo: boolean): void {
  console.log(`\nSharebook is ready at ${address}\n`);
  if (demo) {
    console.log('Demo sign-ins (password harborline-demo), all data fictional:');
    for (const [email, who] of SIGN_INS) console.log(`  ${email?.padEnd(30)} ${who}`);
    console.log('');
  }
  console.log(`ready ${address}`);
}

/**
 * Everything in one command: embedded database, registry, dashboard. Resolves never; the process ends by a signal
 * (drain, status 0) or when one of the programs dies (the others are stopped, status 1).
 */
export async function start({ dev }: { dev: boolean }): Promise<void> {
  const running: Program[] = [];
  const halt = new AbortController();
  let release: () => Promise<void> = async () => {};
  let claim: Claim | null = null;
  const end = async (status: number) => {
    if (halt.signal.aborted) return;
    // Also ends a build under way, and the steps below before they start anything more.
    halt.abort();
    claim?.ending();
    for (const program of running.reverse()) await stop(program);
    await release();
    claim?.letGo();
    process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void end(0), 500).unref();
  const watch = (program: Program) =>
    program.child.on('exit', (code, signal) => {
      if (halt.signal.aborted) return;
      console.error(`The ${program.name} stopped unexpectedly (${signal ?? `status ${code}`}).`);
      void end(1);
    });

  try {
    const { host, port, dataDir, publicUrl, registry, databaseUrl } = readEnv();
    const name = host.includes(':') ? `[${host}]` : host;
    await demandFree(dataDir, port, host, ['PORT', 'HOST']);
    if (registry.embedded) {
      await demandFree(dataDir, registry.port, '127.0.0.1', ['REGISTRY_PORT', 'REGISTRY_HOST']);
    }
    const logs = join(dataDir, 'logs');
    for (const folder of [dataDir, logs]) openFolder(folder);
    claim = await claimDataDir(dataDir, publicUrl);
    const building = dev ? Promise.resolve() : buildIfNeeded(halt.signal);
    building.catch(() => {});

    let store = databaseUrl;
    if (!store) {
      const starting = startEmbedded({ dataDir });
      // A signal may come while it is still on its way up: then it is let go of as soon as it is there.
      release = () =>
        starting.then(
          (embedded) => embedded.release(),
          () => {},
        );
      const embedded = await starting;
      await embedded.ensureDatabase('dashboard');
      store = embedded.urlFor('dashboard');
    }
    await prepareStore(store, { demo: registry.embedded }).catch((error: Error) => {
      throw databaseUrl ? new Error(`DATABASE_URL cannot be used: ${error.message}`) : error;
    });
    halt.signal.throwIfAborted();

    if (registry.embedded) {
      const program = launch('registry', ['registry/main.ts'], { DATA_DIR: dataDir }, logs);
      running.push(program);
      watch(program);
      let up = false;
      program.child.on('message', (message: { ready?: boolean }) => {
        up ||= message.ready === true;
      });
      await ready(program, async () => up);
    }

    await building;
    halt.signal.throwIfAborted();
    const next = [
      '--import',
      './scripts/orphan-guard.mjs',
      'node_modules/next/dist/bin/next',
      dev ? 'dev' : 'start',
    ];
    const program = launch(
      'dashboard',
      [...next, '-p', `${port}`, '-H', host],
      {
        NODE_ENV: dev ? 'development' : 'production',
        // Under test the same build runs; only the clock of the calendar may be set then (lib/env.ts).
        ...(process.env.NODE_ENV === 'test' && { SHAREBOOK_TEST: '1' }),
        NEXT_TELEMETRY_DISABLED: '1',
        // The end of the process is ours: files under way, status 0 (lib/transport/drain.ts).
        ...(!dev && { NEXT_MANUAL_SIG_HANDLE: '1' }),
        DATABASE_URL: store,
        DATA_DIR: dataDir,
        NEXTAUTH_URL: publicUrl,
      },
      logs,
    );
    running.push(program);
    watch(program);
    await ready(
      program,
      () => answers(`http://${name}:${port}/api/health/ready`),
      'The dashboard runs, but its registry cannot be reached or refuses the client. Still trying…',
    );
    welcome(publicUrl, registry.embedded);
  } catch (error) {
    if (halt.signal.aborted) return;
    console.error(error instanceof Error ? error.message : error);
    await end(1);
  }
}
