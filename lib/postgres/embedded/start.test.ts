import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#tests/app/running';
import { isSameProcess, pause, processIdentity } from '../processes.ts';
import { findBinaries, linkLibraries } from './binaries.ts';
import { chooseRunMode, commandFor } from './run-mode.ts';
import { type Embedded, startEmbedded } from './start.ts';

const slow = { timeout: 120_000 };
let dataDir: string;
let held: Embedded[];
let children: ChildProcess[];

beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'sharebook-embedded-')));
  held = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of held) await embedded.release();
  // A failed test may leave a server without holders; adopting and releasing it stops it.
  if (existsSync(join(dataDir, 'postgres/data'))) await (await startEmbedded({ dataDir })).release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

async function start(folder = dataDir): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder });
  held.push(embedded);
  return embedded;
}

async function request(embedded: Embedded, sql: string, database = 'postgres') {
  const client = new Client({ connectionString: embedded.urlFor(database) });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(folder = dataDir): number {
  return Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

/** Another program that holds the server until its input ends; resolves once it holds it. */
async function otherProgram(): Promise<{ child: ChildProcess; ended: Promise<void>; pid: number }> {
  const code = `
    const { startEmbedded } = await import(process.argv[1]);
    const embedded = await startEmbedded({ dataDir: process.argv[2] });
    process.stdin.on('end', () => embedded.release().then(() => process.exit(0)));
    process.stdin.resume();
    console.log('ready');`;
  const module = new URL('./start.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, module, dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  await Promise.race([new Promise((resolve) => child.stdout?.once('data', resolve)), ended]);
  return { child, ended, pid: child.pid as number };
}

describe('embedded server', () => {
  test(
    'starts durable, sorts by code point, listens in a private folder, keeps data over a restart',
    slow,
    async () => {
      const first = await start();
      await Promise.all([first.ensureDatabase('registry'), first.ensureDatabase('registry')]);
      await request(first, 'create table kept (n int); insert into kept values (7)', 'registry');
      const names = [
        'fsync',
        'synchronous_commit',
        'full_page_writes',
        'data_checksums',
        'listen_addresses',
        'TimeZone',
      ];
      const [row] = await request(
        first,
        `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
      );
      expect(Object.values(row)).toEqual(['on', 'on', 'on', 'on', '', 'UTC']);
      const locale = 'select datlocprovider, datlocale from pg_database where datname = current_database()';
      expect(await request(first, locale, 'registry')).toEqual([
        { datlocprovider: 'b', datlocale: 'C.UTF-8' },
      ]);
      expect(statSync(join(dataDir, 'postgres/socket')).mode & 0o777).toBe(0o700);
      const pid = serverPid();
      await first.release();
      await first.release();
      expect(processIdentity(pid)).toBeUndefined();
      expect(await request(await start(), 'select n from kept', 'registry')).toEqual([{ n: 7 }]);
    },
  );

  test('stops only when the last process releases it', slow, async () => {
    const [first, second] = [await start(), await start()];
    await first.release();
    expect(await request(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    const pid = serverPid();
    await second.release();
    expect(processIdentity(pid)).toBeUndefined();
  });

  test('four processes that start at once on a new folder share one server', {
    ...slow,
    tags: ['long'],
  }, async () => {
    const programs = await Promise.all([otherProgram(), otherProgram(), otherProgram(), otherProgram()]);
    const pid = serverPid();
    const mine = await start();
    expect(serverPid()).toBe(pid);
    expect(readdirSync(join(dataDir, 'postgres/holders')).length).toBe(5);
    for (const program of programs) program.child.stdin?.end();
    await Promise.all(programs.map((program) => program.ended));
    expect(await request(mine, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('starts again after kill -9 of the server, with all that was committed', slow, async () => {
    const first = await start();
    await request(first, 'create table kept (n int); insert into kept values (7)');
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');
    const second = await start();
    expect(serverPid()).not.toBe(pid);
    expect(await request(second, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test(
    'survives kill -9 of its holder and the whole process group, is adopted, and then stops',
    slow,
    async () => {
      const program = await otherProgram();
      const pid = serverPid();
      process.kill(-program.pid, 'SIGKILL');
      await program.ended;
      const mine = await start();
      expect(serverPid()).toBe(pid);
      expect(await request(mine, 'select 1 as one')).toEqual([{ one: 1 }]);
      await mine.release();
      expect(processIdentity(pid)).toBeUndefined();
    },
  );

  test('a kill during initdb leaves no partial cluster', { ...slow, tags: ['long'] }, async () => {
    const serverDir = join(dataDir, 'postgres');
    const program = otherProgram();
    const drafts = () =>
      existsSync(serverDir) ? readdirSync(serverDir).filter((name) => name.startsWith('init-')) : [];
    while (drafts().length === 0) await pause(2);
    await pause(100);
    children[0]?.kill('SIGKILL');
    await program;
    expect(existsSync(join(serverDir, 'data'))).toBe(false);
    expect(await request(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(serverDir).filter((name) => /^init-|^start\.lock/.test(name))).toEqual([]);
  });

  test('takes over the lock of a dead process, a recycled pid and an empty pid file', slow, async () => {
    await (await start()).release();
    const serverDir = join(dataDir, 'postgres');
    const dead = spawn('true');
    await new Promise((resolve) => dead.on('exit', resolve));
    writeFileSync(
      join(serverDir, 'start.lock'),
      JSON.stringify({ pid: dead.pid, identity: '', nonce: 'aa' }),
    );
    writeFileSync(
      join(serverDir, 'holders', `${process.pid}-0`),
      JSON.stringify({ identity: 'another life' }),
    );
    writeFileSync(
      join(serverDir, 'data/postmaster.pid'),
      `${process.pid}\n${serverDir}/data\n1\n5432\n${serverDir}\n\n`,
    );
    const second = await start();
    expect(serverPid()).not.toBe(process.pid);
    await second.release();
    expect(existsSync(join(serverDir, 'data/postmaster.pid'))).toBe(false);
    writeFileSync(join(serverDir, 'start.lock'), '');
    writeFileSync(join(serverDir, 'data/postmaster.pid'), '');
    expect(await request(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('works under a path too long for a socket and with special characters', {
    ...slow,
    tags: ['long'],
  }, async () => {
    for (const name of ['x'.repeat(120), 'a "b", é%20c']) {
      const folder = join(dataDir, name);
      const embedded = await start(folder);
      await embedded.ensureDatabase('registry');
      expect(await request(embedded, 'select current_database() as name', 'registry')).toEqual([
        { name: 'registry' },
      ]);
      await embedded.release();
      expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
    }
  });

  test('accepts no network connections, and corrects the rules of an older version', slow, async () => {
    const serverDir = join(dataDir, 'postgres');
    const rules = join(serverDir, 'data/pg_hba.conf');
    const older = 'local all all trust\nhost all all 127.0.0.1/32 trust\n';
    const first = await start();
    const requested = readFileSync(rules, 'utf8');
    const loaded = `select pg_conf_load_time()::text as at`;
    const [before] = await request(first, loaded);
    writeFileSync(rules, older);
    // The server kept running, so it must be signaled to reload.
    const second = await start();
    expect(readFileSync(rules, 'utf8')).toBe(requested);
    while ((await request(second, loaded))[0].at === before.at) await pause(20);
    await Promise.all([first.release(), second.release()]);
    writeFileSync(rules, older);
    await (await start()).release();
    expect(readFileSync(rules, 'utf8')).toBe(requested);
    expect(statSync(join(serverDir, 'server.log')).mode & 0o777).toBe(0o600);

    // If the server is made to listen on a port, the rules still deny access.
    const port = await freePort();
    const mode = chooseRunMode(findBinaries(), serverDir);
    const argv = ['-D', join(serverDir, 'data'), '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1'];
    const { command, args, options } = commandFor(mode, findBinaries().postgres, [
      ...argv,
      '-c',
      `unix_socket_directories=${serverDir}/socket`,
    ]);
    const listening = spawn(command, args, { ...options, cwd: serverDir, stdio: 'ignore' });
    const ended = new Promise((resolve) => listening.on('exit', resolve));
    const knock = async (): Promise<string> => {
      const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
      const response = await client.connect().then(
        () => 'let in',
        (error: Error & { code?: string }) => error.code ?? 'unknown',
      );
      await client.end().catch(() => undefined);
      return response;
    };
    try {
      let response = await knock();
      for (; /ECONNREFUSED|57P03/.test(response); response = await knock()) await pause(20);
      expect(response).toBe('28000');
    } finally {
      listening.kill('SIGINT');
      await ended;
    }
  });

  test(
    'a folder that cannot be created and an invalid database name are rejected with a message',
    slow,
    async () => {
      writeFileSync(join(dataDir, 'file'), '');
      await expect(startEmbedded({ dataDir: join(dataDir, 'file/below') })).rejects.toThrow('Set DATA_DIR');
      await expect((await start()).ensureDatabase('a"b')).rejects.toThrow('not a usable database name');
    },
  );
});

describe('processes and files', () => {
  test('a recycled pid is another process', () => {
    expect(isSameProcess(process.pid, processIdentity(process.pid) as string)).toBe(true);
    expect(isSameProcess(process.pid, 'earlier')).toBe(false);
    expect(processIdentity(0)).toBeUndefined();
  });

  test('library links are created where install scripts were off, and existing ones are left alone', () => {
    mkdirSync(join(dataDir, 'native/lib'), { recursive: true });
    const link = (target: string) => ({ source: 'native/lib/libx.so.1.2', target: `native/lib/${target}` });
    writeFileSync(
      join(dataDir, 'native/pg-symlinks.json'),
      JSON.stringify([link('libx.so.1'), link('libx.so')]),
    );
    symlinkSync('elsewhere', join(dataDir, 'native/lib/libx.so'));
    linkLibraries(dataDir);
    linkLibraries(dataDir);
    expect(readlinkSync(join(dataDir, 'native/lib/libx.so.1'))).toBe('libx.so.1.2');
    expect(readlinkSync(join(dataDir, 'native/lib/libx.so'))).toBe('elsewhere');
    expect(lstatSync(join(dataDir, 'native/lib/libx.so.1')).isSymbolicLink()).toBe(true);
  });
});
