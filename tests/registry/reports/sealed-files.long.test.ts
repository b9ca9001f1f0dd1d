/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ResponseFor } from '#lib/contract/index';
import { newRoot } from '#registry/sealing/new-certificate';
import { whyMissing } from '#tests/debian-packages';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';

// The seals of certified list, proof and roll-forward in programs that share no code with ours: pdfsig of Poppler, and
// OpenSSL for the chain of certificates.
const reason = whyMissing(['pdfsig', 'pdftotext', 'openssl'], ['poppler-utils', 'openssl']);
if (reason) console.log(`The tests of sealed files in another program are skipped: ${reason}.`);

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'sealed-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (customerIssuerId: number, cutoff = '2026-11-20') =>
  sealed('certified-list', {
    customerIssuerId,
    cutoff,
    capacity: 'Transfer agent and registrar',
    certifiedBy: 'Morgan Ellery',
    certifiedByTitle: 'Vice President',
  });

async function sealed(report: string, request: object): Promise<Buffer> {
  const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
  const { body } = await registry().call(`/agent/v1/reports/${report}`, { body: { ...request, actor } });
  const { pathname } = new URL((body as { downloadUrl: string }).downloadUrl);
  const headers = { authorization: `Bearer ${await registry().tokenFor('demo-agent')}` };
  const response = await fetch(registry().origin + pathname, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

function run(program: string, flags: readonly string[], bytes: Buffer): string {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  const { stdout, stderr } = spawnSync(program, [...flags, path, ...(program === 'pdftotext' ? ['-'] : [])], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return `${stdout}${stderr}`;
}

describe.skipIf(reason !== null)('the seal, checked by pdfsig', () => {
  test('is valid, covers the whole document, and is PAdES', async () => {
    const said = run('pdfsig', ['-nocert'], await fileOf(1005));
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('Total document signed');
    expect(said).toContain('Signature Type: ETSI.CAdES.detached');
    expect(said).toContain('Signing Hash Algorithm: SHA-256');
    expect(said).toMatch(/Signer Certificate Common Name: .+, list certification/);
  });

  test('one changed byte, and bytes added behind, are found', async () => {
    const pdf = await fileOf(1003);
    const altered = Buffer.from(pdf);
    altered[2000] = (altered[2000] ?? 0) ^ 1;
    expect(run('pdfsig', ['-nocert'], altered)).not.toContain('Signature is Valid.');
    const added = run('pdfsig', ['-nocert'], Buffer.concat([pdf, Buffer.from('\n% added\n')]));
    expect(added).not.toContain('Total document signed');
  });

  test('the text has every element: agent, issuer, classes, totals, exceptions, who certifies', async () => {
    const words = run('pdftotext', ['-layout'], await fileOf(1005));
    for (const element of [
      'SEC file number',
      'Participant number at the depository',
      'Transfer agent and registrar',
      '(1005)',
      'CUSIP',
      'Shares outstanding',
      'Treasury, not in the list',
      'Content digest (SHA-256)',
      'Out of proof: 40 shares',
      'Items received and not posted',
      'Morgan Ellery, Vice President',
      'Robin Okafor',
      'SHA-256 of the certificate',
      'List of registered holders',
    ])
      expect(words).toContain(element);
    expect(words).not.toMatch(/Differences\s+None/);
    const before = run('pdftotext', ['-layout'], await fileOf(1005, '2024-12-31'));
    expect(before).toMatch(/Differences\s+None/);
  });

  test.each([
    [
      'proof',
      { cutoff: '2026-11-20', startDate: '2026-10-01' },
      ['Proof of the books', 'Out of proof: 40 shares'],
    ],
    [
      'roll-forward',
      { startDate: '2026-10-01', endDate: '2026-11-20', isPDF: true },
      [
        'Roll-forward',
        'Closing computed',
        'Residual',
        'Movements',
        'Control book entries',
        'Out of proof on Nov 20, 2026 by 40 shares',
      ],
    ],
  ])('%s: valid, whole document, PAdES; one changed byte is found', async (report, request, elements) => {
    const pdf = await sealed(report, { customerIssuerId: 1005, ...request });
    const said = run('pdfsig', ['-nocert'], pdf);
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('Total document signed');
    expect(said).toContain('Signature Type: ETSI.CAdES.detached');
    const words = run('pdftotext', ['-layout'], pdf).replace(/\s+/g, ' ');
    for (const element of [...elements, 'Robin Okafor', 'SHA-256 of the certificate'])
      expect(words).toContain(element);
    const altered = Buffer.from(pdf);
    altered[2000] = (altered[2000] ?? 0) ^ 1;
    expect(run('pdfsig', ['-nocert'], altered)).not.toContain('Signature is Valid.');
  });

  test('a long list is sealed as well', async () => {
    const pdf = await fileOf(1004);
    expect(run('pdfsig', ['-nocert'], pdf)).toContain('Signature is Valid.');
  });

  // Last: the key stays replaced.
  test('after a rotation the signer is one that the root issued, and the root alone is trusted', async () => {
    const before = await fileOf(1003);
    const rotated = await command(registry, 'registry/keys')(
      ['rotate', '--passphrase-stdin'],
      'a long passphrase of the root\n',
    );
    expect([rotated.status, rotated.err]).toEqual([0, '']);
    const pdf = await fileOf(1003);
    const said = run('pdfsig', ['-nocert'], pdf);
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('Total document signed');
    expect(said).toContain('Signature Type: ETSI.CAdES.detached');
    // A file from before stays valid.
    expect(run('pdfsig', ['-nocert'], before)).toContain('Signature Validation: Signature is Valid.');

    const { body } = await registry().call('/agent/v1/seal-certificate');
    const { pem } = body as ResponseFor<'GetSealCertificate'>;
    const [, root = ''] = pem.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----\n?/g) ?? [];
    expect(verified(pdf, root)).toContain('Verification successful');
    // The key from before the rotation signed its own certificate: this root says nothing about it.
    expect(verified(before, root)).toMatch(/self-signed certificate|unable to get local issuer/i);
    const [stranger = ''] =
      newRoot('Another agent', new Date('2026-11-20T15:00:00Z'), 'a passphrase of another root').match(
        /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----\n?/,
      ) ?? [];
    expect(stranger).not.toBe('');
    expect(verified(pdf, stranger)).not.toContain('Verification successful');
    const altered = Buffer.from(pdf);
    altered[2000] = (altered[2000] ?? 0) ^ 1;
    expect(verified(altered, root)).not.toContain('Verification successful');
  });
});

/** What OpenSSL says of the signature in a PDF when it trusts one certificate alone, on the day of the registry's clock. */
function verified(pdf: Buffer, trusted: string): string {
  const [, first = 0, second = 0] =
    /\/ByteRange\s?\[\s?0+ (\d+) (\d+) \d+/.exec(pdf.toString('latin1'))?.map(Number) ?? [];
  const cms = Buffer.from(pdf.toString('latin1', first + 1, second - 1), 'hex');
  writeFileSync(join(folder, 'cms.der'), cms);
  writeFileSync(join(folder, 'signed'), Buffer.concat([pdf.subarray(0, first), pdf.subarray(second)]));
  writeFileSync(join(folder, 'root.pem'), trusted);
  const { stdout, stderr } = spawnSync(
    'openssl',
    [
      ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'cms.der', '-content', 'signed'],
      ...['-CAfile', 'root.pem', '-no-CApath', '-no-CAstore', '-purpose', 'any', '-out', 'content'],
      ...['-attime', `${Date.parse('2026-11-20T16:30:00Z') / 1000}`],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return `${stdout}${stderr}`;
}
