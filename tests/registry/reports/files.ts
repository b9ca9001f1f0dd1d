// Tests of the shareholder list as a file: its link, formats and headers.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Registry } from '../boot.ts';

const everything = {
  showCertificateDetails: true,
  showAddressInfo: true,
  showContactInfo: true,
  showTaxId: true,
  includeAccessCode: true,
  hideCanceledDateIfGreaterThanCutoff: true,
  includeTaxLots: true,
};
const all = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };

/** The shareholder list and its link. */
export function files(registry: () => Registry): void {
  test.each([
    ['PDF', true, 'application/pdf', '%PDF-', '%%EOF'],
    [
      'XLSX',
      false,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'PK\x03\x04',
      'PK\x05\x06',
    ],
  ])(
    '%s with every option: complete, named by the server, the same bytes each time',
    async (_name, isPDF, type, head, end) => {
      const body = { customerIssuerId: 1001, isPDF, ...all, ...everything };
      const [first, second] = await Promise.all([order(body), order(body)]);
      const file = await download(first);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe(type);
      const name = `ShareholderList_1001_20261120.${isPDF ? 'pdf' : 'xlsx'}`;
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      );
      expect(file.bytes.subarray(0, head.length).toString('latin1')).toBe(head);
      expect(file.bytes.subarray(-1024).toString('latin1')).toContain(end);
      const again = await download(first);
      expect(again.headers.get('etag')).toBe(`"${sha256(file.bytes)}"`);
      expect(Number(again.headers.get('content-length'))).toBe(file.bytes.length);
      expect([sha256(again.bytes), sha256((await download(second)).bytes)]).toEqual(
        Array(2).fill(sha256(file.bytes)),
      );
      const headOnly = await download(first, { method: 'HEAD' });
      expect([headOnly.bytes.length, headOnly.headers.get('etag')]).toEqual([0, again.headers.get('etag')]);
    },
  );

  test('the link starts with the base URL and the documented prefix; both letter cases work', async () => {
    const link = await order({ customerIssuerId: 1007, ...all });
    expect(link).toMatch(
      /^http:\/\/registry\.example\/sandbox\/Api\/v1\/Report\/DownloadReport\/[0-9a-f]{32}\/ShareholderList_1007_20261120\.xlsx\/[0-9a-f]{32}$/,
    );
    expect((await download(link.replace('/Api/', '/api/'))).status).toBe(200);
  });

  test('a wrong segment, another file, another issuer: 404 each; no token: 401', async () => {
    const link = await order({ customerIssuerId: 1004, ...all, restrictionStatus: 'Restricted' });
    const other = await order({ customerIssuerId: 1007, ...all });
    const [fileCode = '', fileName = '', accessCode = ''] = link.split('/').slice(-3);
    const [otherCode = ''] = other.split('/').slice(-3);
    const flipped = (accessCode.startsWith('0') ? '1' : '0') + accessCode.slice(1);
    const attempts = [
      [fileCode, fileName, flipped],
      [fileCode, fileName, accessCode.slice(1)],
      [fileCode, fileName, accessCode.toUpperCase()],
      [otherCode, fileName, accessCode],
      [fileCode, 'ShareholderList_1004_20261120.pdf', accessCode],
      [fileCode, '..%2f..%2fetc%2fpasswd', accessCode],
      [fileCode, 'a.pdf%00.exe', accessCode],
      ['%00', fileName, accessCode],
      [fileCode, 'a'.repeat(4000), accessCode],
      [fileCode, '%ef%bf%bd', accessCode],
    ];
    for (const segments of attempts) {
      const response = await registry().call(`/Api/v1/Report/DownloadReport/${segments.join('/')}`);
      expect([segments, response.status]).toEqual([segments, 404]);
    }
    const path = `/Api/v1/Report/DownloadReport/${fileCode}/${fileName}/${accessCode}`;
    expect((await registry().call(path, { as: 'demo-issuer' })).status).toBe(404);
    expect((await registry().call(path, { as: null })).status).toBe(401);
    expect((await registry().call(path, { as: 'demo-readonly' })).status).toBe(200);
  });

  test('concurrent lists are all complete', { tags: ['long'] }, async () => {
    const links = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        order({ customerIssuerId: index % 2 ? 1003 : 1008, isPDF: true, ...all }),
      ),
    );
    const bytes = await Promise.all(links.map(async (link) => (await download(link)).bytes));
    for (const each of bytes) expect(each.subarray(-32).toString('latin1')).toContain('%%EOF');
    expect(new Set(bytes.map(sha256)).size).toBe(2);
  });

  async function order(body: object): Promise<string> {
    const response = await registry().call('/api/v1/Report/GenerateShareholderList', { body });
    expect(response.status).toBe(200);
    expect(Object.keys(response.body as object)).toEqual(['downloadUrl']);
    return (response.body as { downloadUrl: string }).downloadUrl;
  }

  async function download(link: string, init: RequestInit = {}) {
    const { origin, tokenFor } = registry();
    const response = await fetch(link.replace('http://registry.example', origin), {
      ...init,
      headers: { authorization: `Bearer ${await tokenFor('demo-agent')}` },
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
