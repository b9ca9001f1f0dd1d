import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDemoCluster } from '#demo/cluster-for-tests';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { openTestServer } from '#lib/postgres/server-for-tests';

/** The whole product, started as a new user would, on free ports over an empty data folder. */
export type RunningApp = {
  url: string;
  registryUrl: string;
  dataDir: string;
  /** The dashboard's own database on the test server; undefined when it is embedded. */
  storeUrl: string | undefined;
  /** The registry's database, in the same way. */
  booksUrl: string | undefined;
  /** Process ID of the started program with a word in its command line; Linux only. */
  pidOf: (word: string) => number | undefined;
  stop: () => Promise<number>;
};

const startMs = 240_000;

/**
 * Fixed calendar: noon in New York on the last day of the demo history. Upcoming events of the demo stay
 * upcoming whatever the machine's date. For `startApp` and `startDashboard`.
 */
export const calendarDay = {
  NODE_ENV: 'test',
  REGISTRY_CLOCK: '2026-11-20T17:00:00Z',
} satisfies Record<string, string>;

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function childOf(parent: number, word: string): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return ppid === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      } catch {
        return false;
      }
    });
}

/**
 * Runs scripts/start.mjs with these variables over the test's own and resolves when it prints `ready
 * <address>`. Throws with its status and output when it exits earlier.
 */
export async function runStart(
  env: Record<string, string | undefined>,
): Promise<{ pid: number; output: string; stop: () => Promise<number> }> {
  const child: ChildProcess = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise<void>((done, fail) => {
    const late = setTimeout(() => {
      child.kill('SIGTERM');
      fail(new Error(`The app was not ready in time:\n${output}`));
    }, startMs);
    late.unref();
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (!/^ready http/m.test(output)) return;
      clearTimeout(late);
      done();
    });
    child.on('close', (code) =>
      fail(new Error(`The app ended with status ${code} while starting:\n${output}`)),
    );
  });
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await gone) as [number | null];
    return code ?? -1;
  };
  return { pid: child.pid ?? 0, output, stop };
}

/**
 * Starts the whole product on free ports, over its own data folder, which is removed at the end. `books`: a copy of
 * the demo's, without the items of its work queue; or `new`, loaded as by `npm start`, with them.
 */
export async function startApp(
  env: Record<string, string> = {},
  { books = 'copied' }: { books?: 'copied' | 'new' } = {},
): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-app-'));
  const [port, registryPort] = [await freePort(), await freePort()];
  const isCopied = books === 'copied' && env.REGISTRY_DEMO !== '0' && !env.REGISTRY_DATABASE_URL;
  if (isCopied) await copyDemoCluster(dataDir);
  // REGISTRY_DATABASE_URL names the test server; the app gets two databases of its own there.
  const postgres = process.env.REGISTRY_DATABASE_URL ? await openTestServer(dataDir) : undefined;
  for (const name of ['registry', 'dashboard']) await postgres?.ensureDatabase(name);
  const storeUrl = postgres?.urlFor('dashboard');
  const databases = postgres && {
    REGISTRY_DATABASE_URL: postgres.urlFor('registry'),
    REGISTRY_DEMO: '1',
    DATABASE_URL: storeUrl,
  };
  const running = await runStart({
    PORT: `${port}`,
    REGISTRY_PORT: `${registryPort}`,
    DATA_DIR: dataDir,
    ...databases,
    ...env,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    registryUrl: `http://127.0.0.1:${registryPort}`,
    dataDir,
    storeUrl,
    booksUrl: postgres?.urlFor('registry'),
    pidOf: (word) => childOf(running.pid, word),
    stop: async () => {
      const status = await running.stop();
      await postgres?.release();
      rmSync(dataDir, { recursive: true, force: true });
      return status;
    },
  };
}

/**
 * One more dashboard over the same store and build as `app`, which finds the demo's registry at its own port.
 * `name`: the host users reach it by; browsers create passkeys for `localhost` but not for an IP address.
 */
export async function startDashboard(
  app: Pick<RunningApp, 'dataDir' | 'storeUrl'>,
  registryPort: string,
  env: Record<string, string> = {},
  name: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const embedded = app.storeUrl ? undefined : await startEmbedded({ dataDir: app.dataDir });
  const child = spawn(process.execPath, ['server.ts'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: `${port}`,
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.storeUrl ?? embedded?.urlFor('dashboard') ?? '',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXTAUTH_URL: `http://${name}:${port}`,
      REGISTRY_PORT: registryPort,
      REGISTRY_DEMO: '1',
      ...env,
      ...(env.NODE_ENV === 'test' && { SHAREBOOK_TEST: '1' }),
      NODE_ENV: 'production',
    },
  });
  const gone = once(child, 'exit');
  const url = `http://${name}:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await embedded?.release();
  };
  const startedAt = Date.now();
  for (;;) {
    const ready = await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { url, stop };
    if (child.exitCode !== null || Date.now() - startedAt > startMs) {
      await stop();
      throw new Error('The second dashboard did not start.');
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Signs in with next-auth's own endpoints and returns the Cookie header to send from then on. */
export async function signIn(
  url: string,
  email: string,
  password = 'harborline-demo',
  origin = url,
): Promise<string> {
  const jar = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  };
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const csrf = await fetch(`${url}/api/auth/csrf`);
  keep(csrf);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: header(), origin },
    body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
  });
  keep(response);
  if (response.status >= 400) throw new Error(`Sign-in of ${email} answered ${response.status}.`);
  return header();
}
