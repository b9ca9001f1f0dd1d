// Cells of the access matrix: the dashboard's own runs, archives, writes and schedules.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { samplePdf } from '#tests/fakes/registry';
import { agentAndOfficers, figures } from '#tests/interface/role-letters';
import {
  A,
  absent,
  B,
  type Cell,
  csrf,
  type Expected,
  forbidden,
  isOut,
  ofMember,
  subjects,
  unauthenticated,
  yes,
} from './matrix-cells.ts';
import type { Cast } from './matrix-users.ts';

const id = (letter: string) => letter.repeat(22);
const other = 1002;

/** Runs, an archive and a write, and their owners; `open`: the owner may still have it. */
const runs = [
  {
    id: id('a'),
    name: 'a run of the own issuer',
    endpoint: 'GenerateIssuerBalance',
    issuer: A,
    input: { customerIssuerId: A },
    open: true,
  },
  {
    id: id('b'),
    name: 'a run whose grant is gone',
    endpoint: 'GenerateIssuerBalance',
    issuer: other,
    input: { customerIssuerId: other },
    open: false,
  },
  {
    id: id('c'),
    name: 'a run of an object of the own issuer',
    endpoint: 'GenerateDividendDetails',
    issuer: A,
    input: { dividendId: 11 },
    open: true,
  },
  {
    id: id('d'),
    name: 'a run of an object whose grant is gone',
    endpoint: 'GenerateDividendDetails',
    issuer: other,
    input: { dividendId: 33 },
    open: false,
  },
  {
    id: id('e'),
    name: 'a run of an object of unknown owner',
    endpoint: 'GenerateDividendDetails',
    issuer: null,
    input: { dividendId: 11 },
    open: false,
  },
  {
    id: id('f'),
    name: 'a run with tax ids, made in a role that is gone',
    endpoint: 'GenerateShareholderList',
    issuer: A,
    input: { customerIssuerId: A, showTaxId: true },
    open: false,
  },
  {
    id: id('g'),
    name: 'a run over all issuers, made in a role that is gone',
    endpoint: 'GenerateRejectionList',
    issuer: null,
    input: { customerIssuerId: null },
    open: false,
  },
  {
    id: id('h'),
    name: 'a run of an operation that is none',
    endpoint: 'DropEverything',
    issuer: A,
    input: { customerIssuerId: A },
    open: false,
  },
] as const;
const archive = id('k');
const scenario = id('s');
const write = id('w');
const link = id('l');
const runOwner = 'officer of A';
const writeOwner = 'operator';

/** Stores the objects: rows, and the bytes of the runs. */
export async function plantObjects(pool: Pool, dataDir: string, cast: Cast): Promise<void> {
  const officer = cast.get(runOwner)?.[0]?.id;
  const operator = cast.get(writeOwner)?.[0]?.id;
  const bytes = samplePdf(400);
  const digest = createHash('sha256').update(bytes).digest('hex');
  mkdirSync(join(dataDir, 'runs'), { recursive: true, mode: 0o700 });
  for (const run of runs) {
    await pool.query(
      `insert into run (id, person, request_id, endpoint, issuer, input, input_digest, state, finished_at, file_name,
         content_type, bytes, sha256)
       values ($1, $2, 'matrix', $3, $4, $5, $1, 'ready', now(), 'Balance.pdf', 'application/pdf', $6, $7)`,
      [run.id, officer, run.endpoint, run.issuer, run.input, bytes.length, digest],
    );
    writeFileSync(join(dataDir, 'runs', run.id), bytes);
  }
  await pool.query(
    `insert into file_link (id, run, person, token_hash, code_hash, addressee_name, addressee_email, expires_at, downloads_max)
     values ($1, $2, $3, decode(repeat('ab', 32), 'hex'), '$argon2id$matrix', 'Matrix', 'matrix@mail.example',
       now() + interval '7 days', 5)`,
    [link, runs[0].id, officer],
  );
  await pool.query('insert into batch (id, person, finished_at) values ($1, $2, now())', [archive, officer]);
  await pool.query(
    `insert into batch_item (batch, position, endpoint, issuer, input, state, run)
     values ($1, 0, 'GenerateIssuerBalance', $2, $3, 'ready', $4)`,
    [archive, A, { customerIssuerId: A }, runs[0].id],
  );
  await pool.query(
    `insert into scenario (id, issuer, name, steps, version, made_by, changed_by) values ($1, $2, 'Round', '[]', 1, $3, $3)`,
    [scenario, A, operator],
  );
  await pool.query(
    `insert into registry_write (id, person, operation, own_key, asked, summary, request_id, state, ended_at)
     values ($1, $2, 'CreateOrUpdate', 'matrix', ''::bytea, '{}', 'matrix', 'done', now())`,
    [write, operator],
  );
}

/** A file too large to be sent at once, and functions that grant and revoke its owner's access. */
export async function plantLargeRun({ pool, dataDir }: { pool: Pool; dataDir: string }, cast: Cast) {
  const owner = cast.get(runOwner)?.at(-1);
  const run = id('y');
  const bytes = samplePdf(48_000_000);
  writeFileSync(join(dataDir, 'runs', run), bytes);
  await pool.query(
    `insert into run (id, person, request_id, endpoint, issuer, input, input_digest, state, finished_at, file_name,
       content_type, bytes, sha256)
     values ($1, $2, 'matrix', 'GenerateIssuerBalance', $3, $4, $1, 'ready', now(), 'Balance.pdf', 'application/pdf', $5,
       $6) on conflict (id) do nothing`,
    [
      run,
      owner?.id,
      A,
      { customerIssuerId: A },
      bytes.length,
      createHash('sha256').update(bytes).digest('hex'),
    ],
  );
  const grant = (issuer: number) =>
    pool.query('update person_issuer set issuer = $2 where person = $1', [owner?.id, issuer]);
  return { run, cookie: owner?.cookie ?? '', withdraw: () => grant(other), restore: () => grant(A) };
}

type Way = { method: string; path: string; body?: string; headers?: Record<string, string> };
type By = 'owner' | 'colleague' | 'admin' | 'others';

/** One request by every subject; the owner's colleague has the same role and grants. */
function requested(name: string, owner: string | null, way: Way, expected: (by: By) => Expected): Cell[] {
  return subjects.flatMap((subject) => {
    const cell = (by: By, user: number): Cell => ({
      name: `${subject.name}${by === 'owner' ? ' (owner)' : ''} · ${name}`,
      subject,
      operation: 'own',
      request: way,
      expected: isOut(subject) ? unauthenticated : expected(by),
      person: user,
    });
    if (subject.name === owner) return [cell('owner', 0), cell('colleague', 1)];
    return [cell(subject.letter === 'A' ? 'admin' : 'others', 0)];
  });
}

const nobodys: [string, string][] = [
  ['one changed letter', `${'a'.repeat(21)}b`],
  ['one that is not there', id('z')],
  ['one too long', `${id('a')}a`],
  ['dots', '%2e%2e%2fruns'],
  ['a quote', "'%20or%201=1--"],
];

const sending = (run: string) => ({
  method: 'POST',
  path: `/api/runs/${run}/links`,
  body: '{"name":"Matrix","email":"matrix@mail.example","days":7,"downloads":5}',
});

/** A link of the first run: revoked by its sender, who asks from elsewhere here, and by an administrator. */
function ofLinks(): Cell[] {
  const revoke = (run: string, path: string) => ({
    method: 'DELETE',
    path: `/api/runs/${run}/links/${path}`,
  });
  const body = `{"token":"${'q'.repeat(43)}","code":"12345678"}`;
  const open = { method: 'POST', path: '/api/public/file', body };
  const stop = (schedule: string) => ({ method: 'DELETE', path: `/api/schedules/${schedule}` });
  return [
    ...requested('a link', runOwner, revoke(runs[0].id, link), (by) =>
      by === 'owner' ? csrf : by === 'admin' ? yes : absent,
    ).map((cell) =>
      cell.expected === csrf
        ? { ...cell, request: { ...cell.request, headers: { 'x-sharebook': '' } } }
        : cell,
    ),
    ...requested('a link of another run', runOwner, revoke(runs[2].id, link), () => absent),
    ...requested('a link that is none', runOwner, revoke(runs[0].id, id('m')), () => absent),
    ...requested('list of schedules', null, { method: 'GET', path: '/api/schedules' }, () => yes),
    ...requested(
      'scheduling a run',
      runOwner,
      { method: 'POST', path: '/api/schedules', body: `{"run":"${runs[0].id}","every":"month-end"}` },
      (by) => (by === 'owner' ? yes : absent),
    ),
    ...requested(
      'scheduling a run whose grant is gone',
      runOwner,
      { method: 'POST', path: '/api/schedules', body: `{"run":"${runs[1].id}","every":"month-end"}` },
      () => absent,
    ),
    ...requested('stopping a schedule that is none', null, stop(id('m')), () => absent),
    // A session changes nothing for who has a link.
    ...requested('the page of an addressee', null, open, () => absent).map((cell) => ({
      ...cell,
      expected: absent,
    })),
  ];
}

function ofRuns(): Cell[] {
  const get = (path: string, method = 'GET') => ({ method, path });
  const given = (open: boolean) => (by: By) => (by === 'owner' && open ? yes : absent);
  return [
    ...requested('list of runs', null, get('/api/runs'), () => yes),
    ...runs.flatMap((run) => [
      // An administrator sees the metadata of other users' runs, not their bytes.
      ...requested(run.name, runOwner, get(`/api/runs/${run.id}`), (by) =>
        by === 'admin' ? yes : given(run.open)(by),
      ),
      ...requested(`file of ${run.name}`, runOwner, get(`/api/runs/${run.id}/file`), given(run.open)),
      ...requested(`head of ${run.name}`, runOwner, get(`/api/runs/${run.id}/file`, 'HEAD'), (by) => ({
        ...given(run.open)(by),
        code: undefined,
      })),
      ...requested(`links of ${run.name}`, runOwner, get(`/api/runs/${run.id}/links`), (by) =>
        by === 'admin' ? yes : given(run.open)(by),
      ),
      // Sending is off until an administrator allows it, also for the owner of a file.
      ...requested(`sending ${run.name}`, runOwner, sending(run.id), (by) =>
        by === 'owner' && run.open ? forbidden : absent,
      ),
      ...requested(`away with ${run.name}`, runOwner, get(`/api/runs/${run.id}`, 'DELETE'), (by) =>
        by === 'owner' && run.open ? csrf : absent,
      ).map((cell) =>
        cell.expected === csrf
          ? { ...cell, request: { ...cell.request, headers: { 'x-sharebook': '' } } }
          : cell,
      ),
    ]),
    ...nobodys.flatMap(([name, run]) => [
      ...requested(`run ${name}`, runOwner, get(`/api/runs/${run}`), () => absent),
      ...requested(`file of run ${name}`, runOwner, get(`/api/runs/${run}/file`), () => absent),
      ...requested(`archive ${name}`, runOwner, get(`/api/batches/${run}`), () => absent),
      ...requested(`file of archive ${name}`, runOwner, get(`/api/batches/${run}/file`), () => absent),
      ...requested(`write ${name}`, writeOwner, get(`/api/writes/${run}`), () => absent),
    ]),
  ];
}

function ofOthers(): Cell[] {
  const own = (by: By) => (by === 'owner' ? yes : absent);
  const check = { method: 'POST', path: `/api/writes/${write}`, body: '{"action":"check"}' };
  return [
    ...requested('list of archives', null, { method: 'GET', path: '/api/batches' }, () => yes),
    ...requested('archive', runOwner, { method: 'GET', path: `/api/batches/${archive}` }, own),
    ...requested(
      'file of the archive',
      runOwner,
      { method: 'GET', path: `/api/batches/${archive}/file` },
      own,
    ),
    ...requested('list of writes', null, { method: 'GET', path: '/api/writes' }, () => yes),
    ...requested('write', writeOwner, { method: 'GET', path: `/api/writes/${write}` }, own),
    ...requested('looking after a write', writeOwner, check, own),
    ...requested(
      'looking after a write from elsewhere',
      writeOwner,
      { ...check, headers: { origin: 'null' } },
      () => csrf,
    ),
    ...requested('an address of nothing', null, { method: 'GET', path: '/api/nothing' }, () => absent).map(
      (cell) => ({
        ...cell,
        expected: absent,
      }),
    ),
  ];
}

/** The form without script: always redirects, and to a run only where the report is permitted. */
function ofForm(): Cell[] {
  const form = (issuer: string, token = 'TOKEN') => ({
    method: 'POST',
    path: '/api/get',
    body: `token=${token}&issuer=${issuer}&what=balance&asof=2026-06-30&again=1`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const led = (to: RegExp, upstream: Expected['upstream'] = 'none'): Expected => ({
    status: 303,
    upstream,
    to,
  });
  const issuers = [`${A}`, `${B}`, `${other}`, '987654', '', '0', '01001', 'abc', `${A}&issuer=${other}`];
  return subjects.flatMap((subject) => {
    const cell = (name: string, request: Cell['request'], expected: Expected): Cell => ({
      name: `${subject.name} · form · ${name}`,
      subject,
      operation: 'own',
      request,
      expected: isOut(subject) ? led(/\/sign-in/) : expected,
    });
    const may = (issuer: string) => {
      const number = Number(/^[1-9]\d*/.exec(issuer)?.[0] ?? 0);
      if (!number) return led(/[?&]problem=issuer/);
      const known =
        subject.issuers === 'all' ? number !== 987_654 : subject.issuers.includes(number as never);
      if (known) return led(/\/get\/runs\/[\w-]{22}/, 'any');
      return subject.issuers === 'all' ? led(/problem=not_found/, 'any') : led(/problem=forbidden/);
    };
    return [
      ...issuers.map((issuer) => cell(`issuer ${issuer || 'empty'}`, form(issuer), may(issuer))),
      cell('without its token', form(`${A}`, 'x'), led(/problem=csrf/)),
    ];
  });
}

/** Scenarios: read by whoever sees the cap table of the issuer, changed by officers and the agent's staff. */
function ofScenarios(): Cell[] {
  const path = `/api/scenarios/${scenario}`;
  const body = (issuer: number) =>
    JSON.stringify({ issuer, version: 9, name: 'Round', asOf: null, steps: [] });
  return subjects.flatMap((subject) =>
    [A, B, other].flatMap((issuer) => {
      const sees =
        figures.includes(subject.letter) && (subject.issuers === 'all' || subject.issuers.includes(issuer));
      const saves = sees && agentAndOfficers.includes(subject.letter);
      const cell = (name: string, request: Cell['request'], expected: Expected): Cell => ({
        name: `${subject.name} · scenario of ${issuer} · ${name}`,
        subject,
        operation: 'own',
        request,
        expected: isOut(subject) ? unauthenticated : expected,
      });
      const found = issuer === A ? yes : absent;
      return [
        cell('read', { method: 'GET', path: `${path}?issuer=${issuer}` }, sees ? found : forbidden),
        // A version that nobody has: refused as changed meanwhile, after the right.
        cell('save', { method: 'POST', path, body: body(issuer) }, saves ? conflict : forbidden),
        cell(
          'save from elsewhere',
          { method: 'POST', path, body: body(issuer), headers: { origin: 'null' } },
          csrf,
        ),
        // What another issuer has not is deleted already.
        cell(
          'delete',
          { method: 'DELETE', path, body: body(issuer) },
          saves ? (issuer === A ? conflict : yes) : forbidden,
        ),
      ];
    }),
  );
}

const conflict: Expected = { status: 409, code: 'changed_meanwhile', upstream: 'none' };

/** Every cell of the dashboard's own routes. */
export function ownCells(): Cell[] {
  return [
    ...ofRuns(),
    ...ofLinks(),
    ...ofOthers(),
    ...ofForm(),
    ...ofScenarios(),
    ...ofMember('GenerateIssuerBalance', (member) => ({
      method: 'POST',
      path: '/api/batches',
      body: `{"items":[${member}]}`,
    })),
  ];
}
