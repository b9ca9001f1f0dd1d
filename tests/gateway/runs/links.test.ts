import { describe, expect, test } from 'vitest';
import { validateReportUrl } from '#lib/upstream/validate-report-url';

const base = 'https://registry.test:8443/partner';
const tail = 'Report/DownloadReport/f1/list.pdf/a1';

/** URLs that a registry must never make us fetch. */
const evil: readonly unknown[] = [
  undefined,
  null,
  '',
  [],
  {},
  7,
  `${base}/api/v1/${tail}`.padEnd(100_000, 'x'),
  'javascript:alert(1)',
  'data:application/pdf;base64,AA',
  'file:///etc/passwd',
  'gopher://registry.test:8443/x',
  'ftp://registry.test:8443/partner/api/v1/Report/DownloadReport/a/b.pdf/c',
  'blob:https://registry.test:8443/x',
  `http://registry.test:8443/partner/api/v1/${tail}`,
  `https://registry.test/partner/api/v1/${tail}`,
  `https://registry.test:9/partner/api/v1/${tail}`,
  `https://127.0.0.1:8443/partner/api/v1/${tail}`,
  `https://2130706433:8443/partner/api/v1/${tail}`,
  `https://0x7f.1:8443/partner/api/v1/${tail}`,
  `https://017700000001:8443/partner/api/v1/${tail}`,
  `https://[::1]:8443/partner/api/v1/${tail}`,
  `https://[::ffff:127.0.0.1]:8443/partner/api/v1/${tail}`,
  `https://0/partner/api/v1/${tail}`,
  `https://localhost.localdomain:8443/partner/api/v1/${tail}`,
  `https://registry.test:8443@evil.test/partner/api/v1/${tail}`,
  `https://user:pw@registry.test:8443/partner/api/v1/${tail}`,
  `https://registry.test:8443.evil.test/partner/api/v1/${tail}`,
  `https://registry.test:84430/partner/api/v1/${tail}`,
  `https://registry.test.:8443/partner/api/v1/${tail}`,
  `https://rеgistry.test:8443/partner/api/v1/${tail}`,
  `//registry.test:8443/partner/api/v1/${tail}`,
  `//evil.test/partner/api/v1/${tail}`,
  `/\\evil.test/partner/api/v1/${tail}`,
  `https:/partner/api/v1/${tail}`,
  `https:\\\\registry.test:8443/partner/api/v1/${tail}`,
  `https://registry.test:8443\\@evil.test/partner/api/v1/${tail}`,
  `https://registry.test:8443#@evil.test/partner/api/v1/${tail}`,
  ` https://registry.test:8443/partner/api/v1/${tail}`,
  `https://registry.test:8443/partner/api/v1/${tail} `,
  `https://registry.test:8443/partner/api/v1/${tail}\n`,
  `https://registry.test:8443/part\tner/api/v1/${tail}`,
  `https://registry.test:8443/api/v1/${tail}`,
  `https://registry.test:8443/partnership/api/v1/${tail}`,
  `https://registry.test:8443/partner//api/v1/${tail}`,
  `https://registry.test:8443/partner/API/v1/${tail}`,
  `https://registry.test:8443/partner/api/V1/${tail}`,
  `https://registry.test:8443/partner/api/v2/${tail}`,
  `${base}/connect/token`,
  `${base}/api/v1/Issuer/GetTransferAgentIssuers`,
  `${base}/api/v1/Report/DownloadReport/a/b.pdf`,
  `${base}/api/v1/Report/DownloadReport/a/b.pdf/c/d`,
  `${base}/api/v1/Report/DownloadReport//b.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/a/b.pdf/`,
  `${base}/api/v1/Report/DownloadReport/../b.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/./b.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/%2e%2e/b.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/..%2f/b.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/a%5cb/b.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/a/b%00.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/a/b%0d%0aSet-Cookie:x.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/a/%E0%A4%A.pdf/c`,
  `${base}/api/v1/Report/DownloadReport/a/noextension/c`,
  `${base}/api/v1/${tail}?url=https://evil.test`,
  `${base}/api/v1/${tail}?`,
  `${base}/api/v1/${tail}#x`,
  `${base}/api/v1/Report/Other/../DownloadReport/a/b.pdf/c`,
];

test.each(evil.map((link) => [typeof link === 'string' ? link.slice(0, 90) : JSON.stringify(link), link]))(
  'rejected: %s',
  (_name, link) => {
    expect(validateReportUrl(base, link)).toBeNull();
  },
);

describe('allowed', () => {
  test.each([
    `${base}/Api/v1/${tail}`,
    `${base}/api/v1/${tail}`,
    `HTTPS://REGISTRY.TEST:8443/partner/Api/v1/${tail}`,
    `${base}/api/v1/Transaction/GenerateTransactionDetails/f1/details.xlsx/a1`,
    `${base}/Api/v1/Report/DownloadReport/f-1_~/Liste%20%C3%9C.pdf/a.b`,
  ])('%s', (link) => {
    const guarded = validateReportUrl(base, link);
    expect(guarded?.url.origin).toBe('https://registry.test:8443');
    expect(guarded?.extension).toMatch(/^(pdf|xlsx)$/);
  });
});
