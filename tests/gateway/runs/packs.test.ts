import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import {
  handleBatch,
  handleBatchBegin,
  handleBatchFile,
  handleBatchList,
} from '#lib/gateway/runs/batch-access';
import type { BatchView } from '#lib/gateway/runs/batch-view';
import { handleVerify } from '#lib/gateway/runs/verify-file';
import { knownOfficers } from '#lib/runs/certifying-officers';
import { unzip } from '#lib/sheet/archive-for-tests';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let officer: string;
let viewer: string;
let downloader: string;
/** The agent operations of the registry; null: another registry, which has none. */
let offered: string[] | null;
/** Paths that the registry answers with an error. */
let broken: RegExp;
let made = 0;

const agentOperations = [
  'GetAgentOperations',
  'GenerateCertifiedList',
  'GenerateQuorumSheet',
  'GenerateBrokerSearchLetter',
  'GenerateRollForward',
  'GenerateDividendFunding',
];
const today = '2026-11-20';
const listDigest = '0123456789abcdef'.repeat(4);

const meeting = (proxyId: number, over: Record<string, unknown> = {}) => ({
  proxyId,
  issuer: 'Larkspur Instruments Corporation',
  security: 'Common',
  title: 'Special Meeting',
  totalShares: 100,
  totalVotedShares: 0,
  quorum: '50.00%',
  recordDate: '10/16/2026',
  mailingDate: '',
  meetingDateTime: '12/10/2026 10:00 AM',
  voteCloseDateTime: '',
  status: 'Open',
  ...over,
});

const lists: Record<string, unknown> = {
  '/api/v1/Proxy/GetList': [
    meeting(7),
    meeting(8, { recordDate: '12/18/2026', meetingDateTime: '2/4/2027' }),
    meeting(9, { recordDate: 'to be set' }),
    meeting(10, { status: 'Canceled' }),
    meeting(11, { recordDate: '11/20/2026', security: 'Units' }),
  ],
  '/api/v1/Dividend/GetList': [
    { dividendId: 21, type: 'Cash', security: 'Common', recordDate: '9/15/2026', payable: '9/30/2026' },
    { dividendId: 22, type: 'Cash', security: 'Common', recordDate: '12/15/2026', payable: '12/30/2026' },
  ],
  '/api/v1/Issuer/GetIssuerSecurityTypes': [
    { securityTypeId: 1, securityType: 'Common', securityTypeCode: 'C', securitySeriesCode: '' },
    { securityTypeId: 2, securityType: 'Units', securityTypeCode: 'U', securitySeriesCode: '' },
  ],
  '/api/v1/Issuer/GetTransferAgentIssuers': [
    { customerIssuerId: 1001, name: 'Larkspur Instruments Corporation' },
  ],
};

const respondWith: Handler = ({ method, path }, _response, base) => {
  if (broken.test(path)) return { status: 500, body: '{}' };
  if (path === '/agent/v1')
    return offered ? { body: JSON.stringify({ version: '1', operations: offered }) } : { status: 404 };
  if (path.includes('DownloadReport')) {
    // Each file has its own bytes, as a report has the time of its making in it.
    made += 1;
    const file = Buffer.from(samplePdf(1000 + made));
    // One of them is a list, which states the digest of its content.
    if (made % 4 === 0) file.write(`/Keywords(content-sha256:${listDigest})`, 300, 'latin1');
    return { type: 'application/pdf', body: file };
  }
  if (method === 'POST')
    return { body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/c/f.pdf/a` }) };
  const list = lists[path];
  return list ? { body: JSON.stringify(list) } : { status: 404, body: '{}' };
};

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  officer = await fixture.cookieOf(demo.officer);
  viewer = await fixture.cookieOf(demo.viewer);
  downloader = await fixture.cookieOf(demo.downloader);
  registry = await startStandIn({ handle: respondWith });
});
beforeEach(() => {
  offered = agentOperations;
  broken = /^nothing/;
  registry.calls.length = 0;
  registry.actingUsers.length = 0;
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await context.runs.settled();
  await registry.stop();
  await fixture.stop();
});

const ofMeeting = (event: unknown, customerIssuerId: unknown = 1001) => ({
  kind: 'meeting',
  customerIssuerId,
  event,
});
const october = { kind: 'month-end', customerIssuerId: 1001, month: '2026-10' };

const begin = (pack: unknown, cookie = operator, body: object = { pack }) =>
  handleBatchBegin(pageRequest('/api/batches', { cookie, body }), fixture.pool, context, today);

async function begun(pack: unknown, cookie = operator): Promise<string> {
  const response = await begin(pack, cookie);
  expect(response.status).toBe(200);
  return (await response.json()).batch;
}

async function finished(id: string, cookie = operator): Promise<BatchView> {
  for (;;) {
    const response = await handleBatch(
      pageRequest(`/api/batches/${id}`, { cookie }),
      fixture.pool,
      context,
      id,
    );
    const view = (await response.json()) as BatchView;
    if (view.finishedAt !== null) return view;
    await new Promise((done) => setTimeout(done, 30));
  }
}

async function archive(id: string, cookie = operator) {
  const response = await handleBatchFile(
    pageRequest(`/api/batches/${id}/file`, { cookie }),
    fixture.pool,
    context,
    id,
    'Sandbox',
  );
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const entries = unzip(bytes);
  const text = (name: string) => entries.get(name)?.toString() ?? '';
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { bytes, entries, name, manifest: JSON.parse(text('manifest.json')), text };
}

async function packed(pack: unknown, cookie = operator) {
  const id = await begun(pack, cookie);
  const view = await finished(id, cookie);
  return { id, view, ...(await archive(id, cookie)) };
}

const bodies = (): Record<string, unknown>[] =>
  registry.calls
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => ({ path, ...(JSON.parse(body) as Record<string, unknown>) }));

describe('the pack of a meeting', () => {
  test('has every part as of the record date of the meeting, and digests that match', async () => {
    const { entries, manifest, name, text, view } = await packed(ofMeeting(7));
    expect(name).toBe('record-date_1001_7_20261016.zip');
    const files = [...entries.keys()].slice(3);
    expect(files).toEqual([
      '01_certificate_1001_20261016.pdf',
      '02_holders_1001_20261016.pdf',
      '02_holders_1001_20261016_2.pdf',
      '03_labels_1001_20261016.pdf',
      '04_ownership_1001_20261016.pdf',
      '05_quorum_1001_20261016.pdf',
      '06_broker-search_1001_20261016.pdf',
      '07_control-book_1001_20261016.pdf',
      '08_roll-forward_1001_20261016.pdf',
      '08_transactions_1001_20261016.pdf',
    ]);
    expect(manifest.pack).toMatchObject({
      format: 'sharebook-pack-1',
      kind: 'meeting',
      issuer: 1001,
      event: 7,
      record: '2026-10-16',
      eventDate: '2026-12-10',
      isPreview: false,
      missing: [],
    });
    expect(manifest.pack.dates).toContainEqual(
      expect.objectContaining({ label: 'Broker search, last day', from: '2026-09-17' }),
    );
    expect(manifest.files.map((one: { name: string }) => one.name)).toEqual(files);
    const digest = (file: string) =>
      createHash('sha256')
        .update(entries.get(file) ?? '')
        .digest('hex');
    for (const one of manifest.files) expect(one.sha256).toBe(digest(one.name));
    expect(new Set(manifest.files.map((one: { run: string }) => one.run)).size).toBe(files.length);
    expect(manifest.files.map((one: { contentSha256: string }) => one.contentSha256)).toContain(listDigest);
    expect(text('manifest.txt')).toContain(`Content digest (SHA-256) ${listDigest}`);
    const sums = text('SHA256SUMS').trim().split('\n');
    expect(sums).toEqual(['manifest.json', 'manifest.txt', ...files].map((one) => `${digest(one)}  ${one}`));
    expect(text('manifest.txt')).toContain('Broker search, last day: 2026-09-17');
    expect(view.pack).toMatchObject({ kind: 'meeting', title: 'Special Meeting' });
    // A registry with agent operations prints on each file who ordered it.
    expect(registry.actingUsers).toEqual(Array(files.length).fill('Olivia%20Park'));
    for (const sent of bodies())
      expect([sent.path, sent.cutoff ?? sent.endDate ?? sent.customerProxyId]).toEqual([
        sent.path,
        sent.customerProxyId ?? '2026-10-16',
      ]);
  });

  test('can be had again with the same bytes, and is listed among the archives', async () => {
    const { id, bytes } = await packed(ofMeeting(7));
    expect((await archive(id)).bytes.equals(bytes)).toBe(true);
    const listed = await handleBatchList(
      pageRequest('/api/batches', { cookie: operator }),
      fixture.pool,
      context,
    );
    const { batches } = (await listed.json()) as { batches: BatchView[] };
    expect(batches[0]).toMatchObject({ id, pack: { record: '2026-10-16' } });
  });

  test('each part is recognized by its digest', async () => {
    const { manifest } = await packed(ofMeeting(7));
    for (const { sha256, run } of manifest.files) {
      const request = pageRequest('/api/verify', { cookie: operator, body: { sha256 } });
      const answer = await handleVerify(request, fixture.pool, context, 'America/New_York');
      expect((await answer.json()).file).toMatchObject({ issuer: 1001, run });
    }
  });

  test('says what the books say; books that cannot be read are not provable', async () => {
    const { manifest, text } = await packed(ofMeeting(7));
    expect(manifest.pack.verdict.kind).toBe('not provable');
    expect(text('manifest.txt')).toContain('Not provable on Oct 16, 2026');
  });

  test('the officer of the last certified list is named again', async () => {
    const certified = {
      customerIssuerId: 1001,
      cutoff: '2026-10-31',
      certifiedBy: 'Morgan Ellery',
      certifiedByTitle: 'Vice President',
    };
    const items = [{ report: 'GenerateCertifiedList', input: certified }];
    await finished((await (await begin(undefined, operator, { items })).json()).batch);
    registry.calls.length = 0;
    const { manifest } = await packed(ofMeeting(7));
    expect(bodies().find(({ path }) => String(path).endsWith('certified-list'))).toMatchObject({
      certifiedBy: 'Morgan Ellery',
      certifiedByTitle: 'Vice President',
    });
    expect(manifest.pack.notes.join()).toContain('Certifying officer: Morgan Ellery');
    // The form offers the people known here, without the user; the title is the one signed with last.
    const id = await fixture.userId(demo.operator);
    const { rows } = await fixture.pool.query<{ name: string }>('select name from person where id = $1', [
      id,
    ]);
    const own = rows[0]?.name ?? '';
    const known = await knownOfficers(fixture.pool, { id, name: own });
    expect(known).toContainEqual({ name: 'Morgan Ellery', title: 'Vice President' });
    expect(known.filter(({ title }) => title === null).length).toBeGreaterThan(0);
    expect(known.map(({ name }) => name)).not.toContain(own);
    const issuerStaff = await fixture.pool.query<{ name: string }>(
      "select name from person where role in ('issuer-officer', 'issuer-viewer', 'downloader')",
    );
    for (const { name } of issuerStaff.rows) expect(known.map((one) => one.name)).not.toContain(name);
  });

  test('a part that fails is named with its reason, and the others are kept', async () => {
    broken = /GenerateMailingLabels/;
    const { manifest, text } = await packed(ofMeeting(7));
    expect(manifest.files).toHaveLength(9);
    expect(manifest.failed).toMatchObject([{ title: 'Mailing labels', code: 'upstream_failed' }]);
    expect(text('manifest.txt')).toMatch(/Not in this archive[\s\S]*Mailing labels/);
  });

  test('before the record date: the letter alone, every other part named', async () => {
    const { manifest, name, entries } = await packed(ofMeeting(8));
    expect(name).toBe('record-date_1001_8_20261218_preview.zip');
    expect([...entries.keys()].slice(3)).toEqual(['06_broker-search_1001_20261218.pdf']);
    expect(manifest.pack.missing).toHaveLength(9);
  });

  test('on the record date: a preview without certificate; a class without a filter is said', async () => {
    const { manifest } = await packed(ofMeeting(11));
    expect(manifest.pack.isPreview).toBe(true);
    expect(manifest.pack.missing).toMatchObject([{ name: '01_certificate', code: 'too_early' }]);
    expect(manifest.pack.notes.join()).toContain('no filter for this class alone');
    expect(bodies().some((sent) => 'filterSecurityType' in sent)).toBe(false);
  });
});

test('the pack of a dividend has its payments', async () => {
  const { manifest, name } = await packed({ kind: 'dividend', customerIssuerId: 1001, event: 21 });
  expect(name).toBe('record-date_1001_21_20260915.zip');
  expect(manifest.files.map((one: { report: string }) => one.report)).toEqual(
    expect.arrayContaining(['GenerateDividendDetails', 'GenerateDividendFunding', 'GenerateRollForward']),
  );
  expect(manifest.pack.dates.map((one: { from: string }) => one.from)).toEqual(['2026-09-15', '2026-09-30']);
  expect(manifest.pack.notes.join()).toContain('no quorum sheet and no broker-search letter');
});

test('the pack of a month end is as of its last day', async () => {
  const { manifest, name } = await packed(october);
  expect(name).toBe('month-end_1001_202610.zip');
  expect(manifest.files).toHaveLength(8);
  expect(bodies().find(({ path }) => path === '/agent/v1/reports/roll-forward')).toMatchObject({
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    isPDF: false,
  });
  for (const sent of bodies()) expect(sent.cutoff ?? sent.endDate).toBe('2026-10-31');
});

describe('a registry without agent operations', () => {
  beforeEach(() => {
    offered = null;
  });
  test('gives what the interface has; the rest is named with the reason', async () => {
    const { manifest, entries } = await packed(ofMeeting(7));
    expect(manifest.pack.missing).toEqual(
      [
        ['01_certificate', 'Agent’s certificate with the certified list'],
        ['05_quorum', 'Quorum sheet'],
        ['06_broker-search', 'Broker-search letter'],
        ['08_roll-forward', 'Roll-forward of the month up to the day'],
      ].map(([name, title]) => ({
        name,
        title,
        code: 'not_offered',
        reason: 'This registry does not offer this report.',
      })),
    );
    expect([...entries.keys()]).toContain('05_proxy-details_1001_20261016.pdf');
    // No user is named to a registry that is not ours.
    expect(registry.actingUsers).toEqual([]);
    // The day of the search follows from the record date alone.
    expect(manifest.pack.dates[1]).toMatchObject({ from: '2026-09-17' });
  });
  test('with nothing that can be made, the request says so', async () => {
    const refused = await begin(ofMeeting(8));
    expect(refused.status).toBe(400);
    expect((await refused.json()).error.fields.pack.join(' ')).toContain('No part of this pack');
  });
});

describe('rights', () => {
  test('a viewer gets no addresses, labels or certificate, and is told so', async () => {
    const { manifest } = await packed(ofMeeting(7), viewer);
    expect(manifest.pack.missing.map((one: { name: string }) => one.name)).toEqual([
      '01_certificate',
      '03_labels',
    ]);
    expect(manifest.pack.notes.join()).toContain('without addresses');
    expect(JSON.stringify(bodies())).not.toMatch(
      /showAddressInfo":true|showTaxId":true|showContactInfo":true/,
    );
  });
  test('an officer gets addresses and labels', async () => {
    const { manifest } = await packed(ofMeeting(7), officer);
    expect(manifest.pack.missing.map((one: { name: string }) => one.name)).toEqual(['01_certificate']);
  });
  test('an issuer outside the grant: 403 without a call', async () => {
    expect((await begin(ofMeeting(7, 1002), officer)).status).toBe(403);
    expect((await begin({ ...october, customerIssuerId: 1002 }, viewer)).status).toBe(403);
    expect(registry.calls).toEqual([]);
  });
  test('a role that may not see the list of meetings: 403', async () => {
    expect((await begin(ofMeeting(7, 1004), downloader)).status).toBe(403);
  });
  test('no session: 401; another user’s pack: 404', async () => {
    expect((await begin(ofMeeting(7), '')).status).toBe(401);
    const id = await begun(ofMeeting(7));
    await finished(id);
    const request = pageRequest(`/api/batches/${id}`, { cookie: officer });
    expect((await handleBatch(request, fixture.pool, context, id)).status).toBe(404);
  });
  test('after the issuer is withdrawn the pack is neither shown nor given', async () => {
    const user = await fixture.userId(demo.officer);
    await fixture.pool.query('insert into person_issuer (person, issuer) values ($1, 1002)', [user]);
    const id = await begun({ ...october, customerIssuerId: 1002 }, officer);
    expect((await finished(id, officer)).pack).toMatchObject({ issuer: 1002 });
    await fixture.pool.query('delete from person_issuer where person = $1 and issuer = 1002', [user]);
    expect((await finished(id, officer)).pack).toBeNull();
    const request = pageRequest(`/api/batches/${id}/file`, { cookie: officer });
    expect((await handleBatchFile(request, fixture.pool, context, id, 'Sandbox')).status).toBe(404);
  });
});

describe('refused requests name the field', () => {
  test.each([
    ['no object', 'all', 'pack'],
    ['no kind', { customerIssuerId: 1001, event: 7 }, 'pack.kind'],
    ['another kind', { kind: 'constructor', customerIssuerId: 1001, event: 7 }, 'pack.kind'],
    ['no issuer', { kind: 'meeting', event: 7 }, 'pack.customerIssuerId'],
    ['an issuer as text', ofMeeting(7, '1001'), 'pack.customerIssuerId'],
    ['an event as text', ofMeeting('7'), 'pack.event'],
    ['a record date of its own', { ...ofMeeting(7), record: '2026-01-01' }, 'pack.record'],
    ['a month for a meeting', { ...ofMeeting(7), month: '2026-10' }, 'pack.month'],
    ['no month', { kind: 'month-end', customerIssuerId: 1001 }, 'pack.month'],
    ['a bad month', { ...october, month: '2026-13' }, 'pack.month'],
    ['a month that has not ended', { ...october, month: '2026-11' }, 'pack.month'],
    ['a record date that is not reported', ofMeeting(9), 'pack.event'],
    ['a canceled meeting', ofMeeting(10), 'pack.event'],
  ])('%s', async (_name, pack, field) => {
    const response = await begin(pack);
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).error.fields)).toEqual([field]);
  });
  test('items beside a pack', async () => {
    expect((await begin(undefined, operator, { pack: october, items: [] })).status).toBe(400);
  });
  test('an event that the list does not have: 404', async () => {
    expect((await begin(ofMeeting(4711))).status).toBe(404);
    expect((await begin({ kind: 'dividend', customerIssuerId: 1001, event: 7 })).status).toBe(404);
  });
  test('a registry that does not answer: 502, and nothing is created', async () => {
    broken = /Proxy\/GetList/;
    expect((await begin(ofMeeting(7))).status).toBe(502);
    const { rows } = await fixture.pool.query(
      `select outcome from audit where action = 'batch-begin' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ outcome: 'failed' }]);
  });
});

test('the request is in the audit trail with issuer and record date', async () => {
  const id = await begun(ofMeeting(7));
  await finished(id);
  const { rows } = await fixture.pool.query(
    `select issuer, effective_date, detail from audit where action = 'batch-begin' and object = $1`,
    [id],
  );
  expect(rows).toMatchObject([
    { issuer: 1001n, effective_date: '2026-10-16', detail: { pack: 'meeting', event: 7 } },
  ]);
});
