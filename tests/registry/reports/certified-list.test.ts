import { createHash, verify, X509Certificate } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentDigestIn } from '#lib/format/content-digest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { contentLine } from '#registry/queries/reports/certified-list';
import { newCertificate } from '#registry/sealing/new-certificate';
import { sealFile } from '#registry/sealing/seal-file';
import { openSigningKey } from '#registry/sealing/signing-key';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';
import { signingKeys } from './signing-keys.ts';

// The agent's certificate: one PDF with the list, signed as a whole.

const registry = registryOfFile();
const certifier = { certifiedBy: 'Morgan Ellery', certifiedByTitle: 'Vice President' };
const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

async function create(changed: Record<string, unknown> = {}) {
  const body = { customerIssuerId: 1005, cutoff: '2026-11-20', ...certifier, actor, ...changed };
  return registry().call('/agent/v1/reports/certified-list', { body });
}

async function fileOf(changed: Record<string, unknown> = {}): Promise<Buffer> {
  const { status, body } = await create(changed);
  expect(status).toBe(200);
  const { pathname } = new URL((body as { downloadUrl: string }).downloadUrl);
  const response = await fetch(registry().origin + pathname, {
    headers: { authorization: `Bearer ${await registry().tokenFor('demo-agent')}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const rangesOf = (pdf: Buffer) =>
  (/\/ByteRange\[(\d+) (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1')) ?? []).slice(1).map(Number);

/** What the signature covers, and the signature. */
function parts(pdf: Buffer) {
  const [, first = 0, second = 0, rest = 0] = rangesOf(pdf);
  const covered = Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + rest)]);
  return { covered, end: second + rest, hex: pdf.toString('latin1', first + 1, second - 1) };
}

test('the signature covers the whole file but itself, and holds with the published certificate', async () => {
  const pdf = await fileOf();
  const { covered, end, hex } = parts(pdf);
  expect([end, covered.length + hex.length + 2]).toEqual([pdf.length, pdf.length]);
  const { body } = await registry().call('/agent/v1/seal-certificate');
  const published = body as { fingerprint: string; pem: string; subject: string };
  const certificate = new X509Certificate(published.pem);
  expect(certificate.fingerprint256).toBe(published.fingerprint);
  expect(published.subject).toMatch(/^O=[^+]+, CN=[^+]+list certification$/);
  const cms = Buffer.from(hex, 'hex');
  const digest = createHash('sha256').update(covered).digest();
  // The signed attributes: a set of three, the second of which is the digest of the file.
  expect(cms.includes(digest)).toBe(true);
  const at = cms.indexOf(digest);
  const start = cms.lastIndexOf(Buffer.from([0xa0, 0x81]), at);
  const length = cms[start + 2] ?? 0;
  const attributes = Buffer.from(cms.subarray(start, start + 3 + length));
  attributes[0] = 0x31;
  const signature = cms.subarray(cms.lastIndexOf(Buffer.from([0x04, 0x82, 0x01, 0x80])) + 4).subarray(0, 384);
  expect(verify('sha256', attributes, certificate.publicKey, signature)).toBe(true);
  expect(attributes.includes(createHash('sha256').update(certificate.raw).digest())).toBe(true);
});

test('the key is readable by its owner alone', async () => {
  await fileOf();
  expect(statSync(join(registry().dataDir, 'registry', 'signing-key.pem')).mode & 0o777).toBe(0o600);
});

test('the certifying officer is a second person, and is named', async () => {
  for (const [changed, field] of [
    [{ certifiedBy: ' robin  OKAFOR ' }, 'certifiedBy'],
    [{ certifiedBy: '' }, 'certifiedBy'],
    [{ certifiedByTitle: undefined }, 'certifiedByTitle'],
    [{ capacity: 'Friend' }, 'capacity'],
    [{ cutoff: '2027-01-01' }, 'cutoff'],
  ] as const) {
    const { status, body } = await create(changed);
    expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, [field]]);
  }
});

test('a client of one issuer and one without the agent scope get nothing', async () => {
  for (const as of ['demo-issuer', 'demo-readonly'] as const) {
    const body = { customerIssuerId: 1005, ...certifier, actor };
    expect((await registry().call('/agent/v1/reports/certified-list', { as, body })).status).toBe(403);
  }
});

test('the content digest is over defined lines', () => {
  const row = {
    class_id: 7n,
    cusip: '12345A109',
    customer_id: 'H-1',
    name: 'A|B\\C',
    name2: 'Zoe\u0308',
    name3: '',
    outstanding: 10n,
    restricted: 3n,
  };
  expect(contentLine(row)).toBe('7|12345A109|H-1|A\\|B\\\\C|Zo\u00eb||3|7|10\n');
});

test('the list of holders has the digest of the same content, as a PDF and as a workbook', async () => {
  const read = reportReader(registry);
  const all = { certificateInfoStatus: 'Outstanding', restrictionStatus: 'All', addressStatus: 'All' };
  const list = { customerIssuerId: 1005, cutoff: '2026-11-20', ...all };
  const hex = /Content digest \(SHA-256\)\s*([0-9a-f\s]{64,70})/;
  const digestIn = (text: string) => hex.exec(text)?.[1]?.replace(/\s/g, '').slice(0, 64);
  const certified = digestIn(await read.text('GenerateCertifiedList', { ...list, ...certifier, actor }));
  expect(certified).toMatch(/^[0-9a-f]{64}$/);
  expect(digestIn(await read.text('GenerateShareholderList', list))).toBe(certified);
  const { bytes } = await read.file('GenerateShareholderList', { ...list, isPDF: false });
  expect([...unzip(bytes).values()].some((part) => part.toString().includes(certified ?? 'none'))).toBe(true);
  // The same is a property of each file, and of the ownership of the same classes.
  for (const isPDF of [true, false])
    for (const id of [
      'GenerateShareholderList',
      'GenerateOwnershipPercentage',
      'GenerateCertifiedList',
    ] as const) {
      if (id === 'GenerateCertifiedList' && !isPDF) continue;
      const order = { sortBy: 'Shares', orderBy: 'Descending' };
      const request = id === 'GenerateCertifiedList' ? { ...certifier, actor } : order;
      const file = await read.file(id, { ...list, ...request, isPDF });
      expect([id, isPDF, contentDigestIn(file.bytes.toString('latin1'))]).toEqual([id, isPDF, certified]);
    }
  // Certificates canceled since are other rows, not another list of holders.
  const canceledToo = { ...list, certificateInfoStatus: 'All' };
  expect(digestIn(await read.text('GenerateShareholderList', canceledToo))).toBe(certified);
  const ofOne = await read.text('GenerateShareholderList', { ...list, restrictionStatus: 'Restricted' });
  expect(ofOne).not.toContain('Content digest');
});

test('files name who ordered them: the client, and the user it named', async () => {
  const read = reportReader(registry);
  const request = { customerIssuerId: 1003, cutoff: '2026-11-20' };
  const all = { certificateInfoStatus: 'Outstanding', restrictionStatus: 'All', addressStatus: 'All' };
  const order = (user?: string): { headers: Record<string, string> } => ({
    headers: user === undefined ? {} : { 'x-acting-user': user },
  });
  const listBy = async (user?: string) =>
    (await read.book('GenerateShareholderList', { ...request, ...all }, order(user))).fact('Prepared by');
  expect(await listBy()).toBe('client demo-agent; the request names no user');
  expect(await listBy('Zo%C3%AB%20Okafor')).toBe('Zo\u00eb Okafor, client demo-agent');
  // Neither a broken name nor one that is too long is printed, and control characters are not.
  expect(await listBy('%E0%A4%A')).toBe('client demo-agent; the request names no user');
  expect(await listBy('x'.repeat(601))).toBe('client demo-agent; the request names no user');
  expect(await listBy('A%0AB')).toBe('A B, client demo-agent');
  const text = await read.text('GenerateOwnershipPercentage', {
    ...request,
    sortBy: 'Shares',
    orderBy: 'Descending',
  });
  expect(text).toContain('Prepared by client demo-agent; the request names no user');
  expect(await read.text('GenerateProof', { ...request, actor })).toContain(
    'Prepared by Robin Okafor, client demo-agent',
  );
});

test('a key that is given is used; a foreign or broken one is named', () => {
  const path = join(registry().dataDir, 'given.pem');
  const now = new Date('2026-11-20T15:00:00Z');
  writeFileSync(path, newCertificate('Somebody & Sons', now));
  const given = { path, isGiven: true };
  expect(openSigningKey(given, 'ignored', now).certificate.subject).toContain('Somebody & Sons');
  writeFileSync(path, 'no key');
  expect(() => openSigningKey(given, '', now)).toThrow('has no certificate');
  expect(() => openSigningKey({ path: `${path}.absent`, isGiven: true }, '', now)).toThrow('cannot be read');
});

test('a file without a place for a signature is not sealed', async () => {
  const path = join(registry().dataDir, 'plain.pdf');
  writeFileSync(path, '%PDF-1.7\n%%EOF\n');
  const key = join(registry().dataDir, 'key.pem');
  const opened = openSigningKey({ path: key, isGiven: false }, 'A', new Date());
  await expect(sealFile(path, opened)).rejects.toThrow('no single place');
});

// Last, because they replace the key.
signingKeys(registry);
