import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { unzip } from '#lib/sheet/archive-for-tests';
import { addClient } from '#registry/access/clients';
import type { Manifest } from '#registry/export/manifest';
import { type CallOptions, registryOfFile, type TestResponse } from '../boot.ts';
import { command } from '../command.ts';
import { type Program, startProgram } from '../writes/kill-program.ts';
import { clerk, operator } from './items.ts';
import { type Answer, digestOf } from './registers.ts';

const never = 2 ** 31 - 1;
/** It has another data folder than the program that is killed, so it must not take up that one's work. */
const registry = registryOfFile({ sweepEveryMs: never });
const run = command(registry, 'registry/export');
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
let program: Program | undefined;
afterAll(async () => {
  await program?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const manifestOf = (bytes: Uint8Array): Manifest =>
  JSON.parse(String(unzip(Buffer.from(bytes)).get('manifest.json')));

/** Files with their digests; a package has the time in its manifest, so only its place is compared. */
const filesOf = ({ files }: Manifest) =>
  files.map((file) => (file.path.includes('/ocf/') ? { path: file.path } : file));

/** What the command line writes of the same books. */
async function byCommand(words: readonly string[]): Promise<Buffer> {
  const out = join(mkdtempSync(join(folder, 'out-')), 'file.zip');
  expect(await run([...words, '--out', out])).toMatchObject({ status: 0, err: '' });
  return readFileSync(out);
}

function exportsAt(call: (path: string, options?: CallOptions) => Promise<TestResponse>) {
  const create = (body: Record<string, unknown>): Promise<Answer> =>
    call('/agent/v1/exports/create', { body: { actor: clerk, ...body } });
  const step = (name: string, of: Answer['body'], actor = clerk): Promise<Answer> => {
    const { registerExportId, version } = of;
    return call(`/agent/v1/exports/${name}`, { body: { actor, registerExportId, version } });
  };
  const read = async (id: number): Promise<Answer['body']> =>
    (await call(`/agent/v1/exports/detail?registerExportId=${id}`)).body;
  async function settled(id: number): Promise<Answer['body']> {
    for (;;) {
      const one = await read(id);
      if (!one.work) return one;
      await pause(50);
    }
  }
  async function made(body: Record<string, unknown>): Promise<Answer['body']> {
    const created = await create(body);
    expect([created.status, created.body.state]).toEqual([200, 'Preparing']);
    return settled(created.body.registerExportId);
  }
  return { create, step, read, settled, made };
}
const at = exportsAt((path, options) => registry().call(path, options));
const sentence = ({ status, body }: Answer) => `${status} ${body.message}`;

async function file(id: number, more = '', headers: Record<string, string> = {}) {
  const token = await registry().tokenFor('demo-agent');
  const response = await fetch(
    `${registry().origin}/sandbox/agent/v1/exports/file?registerExportId=${id}${more}`,
    { headers: { authorization: `Bearer ${token}`, ...headers } },
  );
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Two issuers in `npm test`, all of them in the long lane. */
const several =
  process.env.TEST_LANE === 'long'
    ? { ids: {}, words: ['--all'] }
    : { ids: { customerIssuerIds: [1003, 1009] }, words: ['--issuer', '1003', '--issuer', '1009'] };

test('an archive of several issuers with personal data: made, sent, discarded', {
  tags: ['scaled'],
}, async () => {
  // It has the files and digests of the archive that the command line writes of the same books.
  const made = await at.made({ ...several.ids, variant: 'Full' });
  expect(made).toMatchObject({
    ...{ state: 'Complete', form: 'Archive', variant: 'Full', problem: '', asOf: '2026-11-20' },
    ...{ fileName: 'sharebook-register-2026-11-20.zip', createdBy: clerk.email },
    history: [
      { kind: 'ExportBegun', byEmail: clerk.email },
      { kind: 'Completed', text: made.sha256 },
    ],
  });
  const sent = await file(made.registerExportId, '&variant=Full');
  const whole = sent.bytes;
  expect([sent.response.status, whole.length, digestOf(whole)]).toEqual([200, made.bytes, made.sha256]);
  expect(sent.response.headers.get('content-disposition')).toContain(made.fileName);
  const theirs = manifestOf(await byCommand([...several.words, '--personal-data']));
  const ours = manifestOf(whole);
  expect(filesOf(ours)).toEqual(filesOf(theirs));
  expect(ours.issuers).toEqual(theirs.issuers);
  expect(made.contents.digests).toEqual(
    theirs.issuers.map(({ customerIssuerId, name, dataDigest }) => ({
      ...{ customerIssuerId, name, dataDigest },
    })),
  );
  const unpacked = unzip(whole);
  for (const { path, sha256 } of ours.files)
    expect([path, digestOf(unpacked.get(path)!)]).toEqual([path, sha256]);

  // It is sent in ranges under its digest, and only to who says that it has personal data.
  const id = made.registerExportId;
  const part = await file(id, '&variant=Full', { range: 'bytes=100-299' });
  expect([part.response.status, part.response.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-299/${whole.length}`,
  ]);
  expect(part.bytes.equals(whole.subarray(100, 300))).toBe(true);
  const tag = part.response.headers.get('etag')!;
  expect(tag).toBe(`"${made.sha256}"`);
  const same = await file(id, '&variant=Full', { 'if-none-match': tag });
  expect(same.response.status).toBe(304);
  const beyond = await file(id, '&variant=Full', { range: `bytes=${whole.length}-` });
  expect(beyond.response.status).toBe(416);
  const plain = await file(id);
  expect([plain.response.status, JSON.parse(String(plain.bytes)).errors]).toEqual([
    400,
    { variant: ['must be Full: that is what the file has'] },
  ]);

  // It leaves no part behind; discarded, its bytes are gone and its digest stays.
  const place = join(registry().dataDir, 'registry', 'registers', `${made.registerExportId}.export`);
  expect(readdirSync(place)).toEqual(['whole.zip']);
  const { body } = await at.step('discard', made, operator);
  expect(body).toMatchObject({ state: 'Discarded', sha256: made.sha256 });
  expect(existsSync(place)).toBe(false);
  expect((await file(made.registerExportId, '&variant=Full')).response.status).toBe(404);
  expect(sentence(await at.step('discard', body))).toBe('409 The export is discarded already.');
  expect(sentence(await at.step('continue', body))).toBe('409 The export is discarded.');
});

test.for([
  ['Plain', [], 'Without personal data'],
  ['Masked', ['--masked'], 'With masked tax IDs'],
] as const)(
  'an archive that is %s is the one that the command line writes',
  {
    tags: ['long'],
  },
  async ([variant, words, begun]) => {
    const made = await at.made({ customerIssuerIds: [1008], variant });
    expect(made).toMatchObject({ variant, history: [{ kind: 'ExportBegun', text: begun }, {}] });
    for (const other of ['Full', 'Masked', 'Plain'].filter((one) => one !== variant))
      expect((await file(made.registerExportId, `&variant=${other}`)).response.status).toBe(400);
    const { bytes } = await file(made.registerExportId, `&variant=${variant}`);
    const [ours, theirs] = [manifestOf(bytes), manifestOf(await byCommand(['--issuer', '1008', ...words]))];
    expect({ ...ours, files: filesOf(ours) }).toEqual({
      ...theirs,
      createdAt: ours.createdAt,
      files: filesOf(theirs),
    });
    expect(ours.variant).toBe(variant);
    expect(ours.files.some(({ path }) => path.includes('/documents/'))).toBe(false);
    await at.step('discard', made);
  },
);

test('a package has the objects of the one that the command line writes, and lists what has no place', async () => {
  const made = await at.made({ customerIssuerIds: [1003], form: 'OpenCapTable', variant: 'Full' });
  expect(made).toMatchObject({ state: 'Complete', fileName: 'sharebook-1003-2026-11-20.ocf.zip' });
  expect(made.contents.listed.length).toBeGreaterThan(0);
  const ours = unzip((await file(made.registerExportId, '&variant=Full')).bytes);
  const theirs = unzip(await byCommand(['--issuer', '1003', '--format', 'ocf', '--personal-data']));
  expect([...ours.keys()]).toEqual([...theirs.keys()]);
  for (const [name, bytes] of theirs)
    if (name !== 'Manifest.ocf.json')
      expect([name, digestOf(ours.get(name)!)]).toEqual([name, digestOf(bytes)]);
  await at.step('discard', made);
});

test('a workbook is the one that the command line writes, byte for byte', async () => {
  const made = await at.made({ customerIssuerIds: [1009], form: 'Workbook', variant: 'Full' });
  expect(made).toMatchObject({ state: 'Complete', fileName: 'sharebook-1009-2026-11-20.xlsx' });
  expect(made.contents).toMatchObject({ files: 1, documents: 0, digests: [{ dataDigest: null }] });
  expect(made.contents.rows).toBeGreaterThan(1000);
  const { response, bytes } = await file(made.registerExportId, '&variant=Full');
  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet');
  const out = join(mkdtempSync(join(folder, 'out-')), 'file.xlsx');
  const words = ['--issuer', '1009', '--format', 'workbook', '--personal-data', '--out', out];
  expect(await run(words)).toMatchObject({ status: 0, err: '' });
  expect(digestOf(bytes)).toBe(digestOf(readFileSync(out)));
  await at.step('discard', made);
});

test('a workbook that is masked is the one that the command line writes, and only sent as masked', async () => {
  const made = await at.made({ customerIssuerIds: [1009], form: 'Workbook', variant: 'Masked' });
  expect(made).toMatchObject({
    state: 'Complete',
    variant: 'Masked',
    history: [{ text: 'With masked tax IDs' }, {}],
  });
  const list: Answer = await registry().call('/agent/v1/exports');
  expect(list.body.exports[0]).toMatchObject({ variant: 'Masked' });
  const plain = await file(made.registerExportId);
  expect([plain.response.status, JSON.parse(String(plain.bytes)).errors]).toEqual([
    400,
    { variant: ['must be Masked: that is what the file has'] },
  ]);
  const { bytes } = await file(made.registerExportId, '&variant=Masked');
  const out = join(mkdtempSync(join(folder, 'out-')), 'file.xlsx');
  const words = ['--issuer', '1009', '--format', 'workbook', '--masked', '--out', out];
  expect(await run(words)).toMatchObject({ status: 0, err: '' });
  expect(digestOf(bytes)).toBe(digestOf(readFileSync(out)));
  await at.step('discard', made);
});

test('what cannot be made is refused and names the field; clients of issuers and without the scope get 403', async () => {
  const unknown = await at.create({ customerIssuerIds: [1001, 9999] });
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    { customerIssuerIds: ['must be issuers: there is no issuer 9999'] },
  ]);
  const many = await at.create({ customerIssuerIds: [1001, 1002], form: 'OpenCapTable' });
  expect([many.status, many.body.errors]).toEqual([
    400,
    { customerIssuerIds: ['must be one issuer: a package has one'] },
  ]);
  const books = await at.create({ customerIssuerIds: [1001, 1002], form: 'Workbook' });
  expect(books.body.errors).toEqual({ customerIssuerIds: ['must be one issuer: a workbook has one'] });
  for (const as of ['demo-issuer', 'demo-readonly'] as const) {
    const body = { actor: clerk, customerIssuerIds: [1001] };
    expect((await registry().call('/agent/v1/exports/create', { as, body })).status).toBe(403);
    expect((await registry().call('/agent/v1/exports', { as })).status).toBe(403);
    expect((await registry().call('/agent/v1/exports/file?registerExportId=1', { as })).status).toBe(403);
  }
  expect((await registry().call('/agent/v1/exports/detail?registerExportId=999999')).status).toBe(404);
  // An export is no register that came in.
  const { registerExportId } = (await at.create({ customerIssuerIds: [1009] })).body;
  const list: Answer = await registry().call('/agent/v1/exports');
  expect(list.body.exports[0]).toMatchObject({ registerExportId });
  const other = await registry().call(`/agent/v1/registers/detail?registerFileId=${registerExportId}`);
  expect(other.status).toBe(404);
  await at.step('discard', await at.settled(registerExportId));
});

test('the same request sent again makes one export', async () => {
  const body = { customerIssuerIds: [1009], idempotencyId: 'export-1' };
  const [one, again] = await Promise.all([at.create(body), at.create(body)]);
  expect([one.status, again.status].sort()).toEqual([200, 409]);
  const created = one.status === 200 ? one : again;
  const made = await at.settled(created.body.registerExportId);
  expect(made.state).toBe('Complete');
  expect(sentence(await at.step('stop', made))).toBe('409 The export is not being made.');
  expect(sentence(await at.step('discard', { ...made, version: 1 }))).toBe(
    '409 The export was changed since you loaded it. Nothing was done. Load it again.',
  );
  await at.step('discard', made);
});

describe('interrupted', () => {
  const clientId = 'killed-exports';
  // Enough parts to be interrupted twice, and no more than these tests have time for beside others.
  const issuers = [1001, 1003, 1009];
  const request = { customerIssuerIds: issuers, variant: 'Full' };
  const words = [...issuers.flatMap((id) => ['--issuer', `${id}`]), '--personal-data'];
  const dataDir = () => join(registry().dataDir, 'killed');
  const place = (id: number) => join(dataDir(), 'registry', 'registers', `${id}.export`);
  const rowsOf = async (sql: string, values: unknown[] = []) =>
    (await registry().database.pool.query(sql, values)).rows;
  const partsOf = (id: number) =>
    rowsOf('select number, path, sha256 from register_export_part where file_id = $1 order by number', [id]);

  async function start(): Promise<Program> {
    if (!program) {
      const client = { id: clientId, secret: `${clientId}-secret`, scope: 'agent', issuers: 'all' } as const;
      await withTransaction(registry().database.pool, (db) => addClient(db, client, new Date()));
    }
    program = await startProgram({
      ...{ url: registry().database.url, dataDir: dataDir(), clientId },
      env: { NODE_ENV: 'test', REGISTRY_CLOCK: '2026-11-20T15:00:00Z', REGISTRY_APPROVAL: 'all' },
    });
    return program;
  }
  const there = exportsAt((path, options) => program!.call(path, options));

  /** Waits until so many parts are whole; the export must still be made then. */
  async function partsDone(id: number, count: number) {
    for (;;) {
      const parts = await partsOf(id);
      if (parts.length >= count) return parts;
      expect((await there.read(id)).state).toBe('Preparing');
      await pause(20);
    }
  }

  test('by kill -9 in the middle, it goes on by itself: equal digests, nothing half looks whole', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    if (!program) await start();
    const created = await there.create(request);
    const id = created.body.registerExportId;
    for (const count of [15, 60]) {
      await partsDone(id, count);
      await program!.kill();
      // The process that made the file ends with the registry.
      await pause(500);
      const [row] = await rowsOf('select state, sha256 from register_file where id = $1', [id]);
      expect(row).toEqual({ state: 'Preparing', sha256: '' });
      expect(readdirSync(place(id))).not.toContain('whole.zip');
      for (const { number, sha256 } of await partsOf(id))
        expect(digestOf(readFileSync(join(place(id), 'parts', `${number}`)))).toBe(sha256);
      // A part that was damaged meanwhile is made again.
      const [first] = await partsOf(id);
      writeFileSync(join(place(id), 'parts', `${first.number}`), 'damaged');
      await start();
    }
    const made = await there.settled(id);
    expect(made).toMatchObject({ state: 'Complete', problem: '' });
    const bytes = readFileSync(join(place(id), 'whole.zip'));
    expect([digestOf(bytes), readdirSync(place(id))]).toEqual([made.sha256, ['whole.zip']]);
    const [ours, theirs] = [manifestOf(bytes), manifestOf(await byCommand(words))];
    expect(filesOf(ours)).toEqual(filesOf(theirs));
    await there.step('discard', made);
  });

  test('by a user, it keeps whole parts of unchanged books, and reads changed ones again', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    if (!program) await start();
    const created = await there.create(request);
    const id = created.body.registerExportId;
    await partsDone(id, 10);
    const stopped = await there.step('stop', created.body);
    expect([stopped.status, stopped.body.isStopping]).toEqual([200, true]);
    const ended = await there.settled(id);
    expect(ended).toMatchObject({ state: 'Preparing', isStopping: false, problem: '' });
    const parts = await partsOf(id);
    // Another text under its own digest shows that a kept part is not read again.
    const mark = Buffer.from('kept\n');
    const sha256 = createHash('sha256').update(mark).digest('hex');
    const kept = parts.find(({ path }) => path === '1001/data/account.csv');
    writeFileSync(join(place(id), 'parts', `${kept.number}`), mark);
    await rowsOf('update register_export_part set sha256 = $3 where file_id = $1 and number = $2', [
      ...[id, kept.number, sha256],
    ]);
    await there.step('continue', ended, operator);
    const first = await there.settled(id);
    expect(first.state).toBe('Complete');
    const path = '1001/data/account.csv';
    const accounts = () => String(unzip(readFileSync(join(place(id), 'whole.zip'))).get(path));
    expect(accounts()).toBe('kept\n');

    // The same once more, with books that were changed in between.
    const other = (await there.create(request)).body;
    await partsDone(other.registerExportId, 10);
    await there.step('stop', other);
    const waiting = await there.settled(other.registerExportId);
    expect(waiting.state).toBe('Preparing');
    const [part] = await partsOf(other.registerExportId);
    writeFileSync(join(place(other.registerExportId), 'parts', `${part.number}`), mark);
    await rowsOf('update register_export_part set sha256 = $3 where file_id = $1 and number = $2', [
      ...[other.registerExportId, part.number, sha256],
    ]);
    const difference = await registry().call('/agent/v1/record-differences/open', {
      body: {
        ...{ actor: clerk, customerIssuerId: 1001, securityTypeId: 100000001, openedOn: '2026-11-20' },
        ...{ shares: 5, cause: 'Found in an export', byPriorAgent: false },
      },
    });
    expect([difference.status, difference.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    await there.step('continue', waiting);
    const second = await there.settled(other.registerExportId);
    expect(second.state).toBe('Complete');
    const bytes = readFileSync(join(place(other.registerExportId), 'whole.zip'));
    const theirs = manifestOf(await byCommand(words));
    expect(filesOf(manifestOf(bytes))).toEqual(filesOf(theirs));
  });
});
