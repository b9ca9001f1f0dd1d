import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import { readResponse, redact } from './read.ts';
import { responseShape } from './shape.ts';
import type { Redactions } from './walk.ts';

const host = '10.1.2.3:4010';
const rules = (operation: EndpointId, more: Partial<Redactions> = {}): Redactions => ({
  operation,
  contact: false,
  issuers: 'all',
  rowsBy: null,
  keep: null,
  ...more,
});
const secret = 'only the dashboard knows';
const shown = (operation: EndpointId, value: unknown, more: Partial<Redactions> = {}) =>
  redact(structuredClone(value), rules(operation, more), host);

const holder = {
  customerShareholderId: 'H-1',
  systemShareholderId: 50001,
  name: 'ANN SAMPLE',
  type: 'Individual',
  primaryTaxId: '900-12-3456',
  primaryTaxIdType: 'SSN',
  secondaryTaxId: 900654321,
  primaryAddress: { address1: '1 Lantern Row', email: 'ann@example.com', phone: '555-0100' },
};

test('tax IDs of any form are masked, and their type is kept', () => {
  expect(shown('GetShareholderDetails', holder)).toMatchObject({
    primaryTaxId: '*****3456',
    primaryTaxIdType: 'SSN',
    secondaryTaxId: '*****4321',
  });
  const odd = { primaryTaxId: { value: '900123456' }, secondaryTaxId: [['900123456'], 900123456n, null] };
  expect(shown('GetShareholderDetails', odd)).toEqual({
    primaryTaxId: '*****',
    secondaryTaxId: [['*****3456'], '*****3456', null],
  });
});

test('a field the contract does not name is removed, at any depth, under any name', () => {
  const more = {
    ...holder,
    governmentNumber: '900123456',
    notes: 'call ann@example.com',
    __proto_: 1,
    PrimaryTaxId: '900-12-3456',
    name: { first: 'ANN', ssn: '900123456' },
    primaryAddress: { ...holder.primaryAddress, birthday: '1960-01-02' },
  };
  const text = JSON.stringify(shown('GetShareholderDetails', more));
  for (const gone of ['governmentNumber', 'notes', 'PrimaryTaxId', 'birthday', 'first', '1960', '900'])
    expect(text).not.toContain(gone);
  expect(text).toContain('1 Lantern Row');
});

test('a row is treated the same in a list and alone, and keeps every field of the contract', () => {
  const shape = responseShape('GetHoldingCertificates');
  const names = [...((shape !== 'open' && shape.objects[0]?.fields?.keys()) || [])];
  const row = Object.fromEntries(names.map((name) => [name, name]));
  expect(names.length).toBeGreaterThan(8);
  expect(shown('GetHoldingCertificates', [{ ...row, surprise: 1 }])).toEqual([row]);
  expect(shown('GetHoldingCertificates', { ...row, surprise: 1 })).toEqual(row);
});

test('where the interface documents no fields, name and format decide', () => {
  const definition = {
    prefix: 'CS',
    holderSsn: '900123456',
    remark: '900123456 and 00-1234567',
    count: 900123456,
  };
  expect(shown('GetIssuerActiveCertificateDefinitions', [definition])).toEqual([
    { prefix: 'CS', holderSsn: '*****3456', remark: '*****3456 and *****4567', count: 900123456 },
  ]);
});

test('a tax ID of the response is masked in other texts, except object IDs', () => {
  const repeated = {
    ...holder,
    customerShareholderId: '900123456',
    sortName: 'SAMPLE 900 123456 / 900123456',
  };
  expect(shown('GetShareholderDetails', repeated)).toMatchObject({
    customerShareholderId: '900123456',
    sortName: 'SAMPLE *****3456 / *****3456',
  });
});

describe('contact data', () => {
  test('is emptied with its structure kept', () => {
    const response = shown('GetShareholderDetails', holder, { contact: true });
    expect(response).toMatchObject({ primaryAddress: { address1: '', email: '', phone: '' } });
    expect(JSON.stringify(response)).not.toMatch(/Lantern|ann@|555/);
  });

  test('is removed from other texts too', () => {
    const response = shown('GetShareholderDetails', { name: 'ANN (ann@example.com)' }, { contact: true });
    expect(response).toEqual({ name: 'ANN (…)' });
  });

  test('is removed wherever an address begins and ends', () => {
    const pieces = fc.constantFrom(
      '@',
      '.',
      'a',
      'B',
      '1',
      ' ',
      '"',
      '<',
      '>',
      '(',
      ')',
      ',',
      ';',
      ':',
      '\\',
    );
    const texts = fc.array(pieces, { maxLength: 20 }).map((all) => all.join(''));
    const plainly = (text: string) =>
      text.replace(/[^\s<>"',;:()]+@[^\s<>"',;:()]+\.[^\s<>"',;:()]+/g, '…').replaceAll('@', ' ');
    fc.assert(
      fc.property(texts, (name) => {
        expect(shown('GetShareholderDetails', { name }, { contact: true })).toEqual({ name: plainly(name) });
      }),
      { numRuns: 3000 },
    );
  });
});

test('report URLs, access codes and the registry’s own address are removed', () => {
  const response = shown('GetIssuerActiveCertificateDefinitions', [
    {
      accessCode: 'x',
      downloadUrl: 'y',
      fileCode: 'z',
      a: `http://${host}/a`,
      b: '/api/v1/Report/DownloadReport/1/2/3',
    },
  ]);
  expect(response).toEqual([{ a: '', b: '' }]);
});

test('a response whose rows cannot be identified is rejected', () => {
  const rows = { rowsBy: 'customerIssuerId', issuers: [1001] };
  expect(() => shown('GetTransferAgentIssuers', { issuers: [] }, rows)).toThrow();
  expect(() => shown('GetShareholderDetails', 'text')).toThrow();
  expect(
    shown('GetTransferAgentIssuers', [{ customerIssuerId: 1001 }, { customerIssuerId: 1002 }], rows),
  ).toEqual([{ customerIssuerId: 1001 }]);
});

describe('an item of the work queue', () => {
  const content = {
    kind: 'LostSearch',
    delivery: 'to 9 Delivery Lane',
    lines: [{ shares: 5, delivery: 'to 3 Line Street' }],
    search: { by: 'TaxId', terms: '987654321', evidence: 'moved from 12 Old Road', candidate: '14 New Road' },
  };
  const change = { field: 'lines', before: '[{"address1":"11 First Street"}]', after: 'id 987654321' };
  const plainDigest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const item = {
    itemId: 100000001,
    version: 2,
    content,
    contentDigest: plainDigest,
    approvals: [{ at: 'x', contentDigest: plainDigest, voidBecause: [change] }],
    history: [
      { number: 1, action: 'enter', reason: null, changes: [], contentDigest: 'f'.repeat(64) },
      { number: 2, action: 'update', reason: null, changes: [change], contentDigest: plainDigest },
    ],
  };
  // biome-ignore lint/suspicious/noExplicitAny: read loosely
  const read = (contact: boolean, key: string | undefined): any =>
    readResponse(JSON.stringify(item), 'bigint', {
      operation: 'GetItem',
      redact: { ...rules('GetItem', { contact }), host, secret: key },
    });

  test('what a search by tax ID looked for is masked, also where it is repeated', () => {
    expect(read(false, secret).content.search).toMatchObject({ by: 'TaxId', terms: '*****4321' });
    expect(JSON.stringify(read(false, secret))).not.toContain('987654321');
    const byName = { ...item, content: { search: { by: 'Name', terms: 'Ann Sample' } } };
    expect(shown('GetItem', byName)).toMatchObject({ content: { search: { terms: 'Ann Sample' } } });
  });

  test('digests of a content are keyed, so that its tax IDs cannot be tried; equal ones stay equal', () => {
    const { contentDigest, approvals, history } = read(false, secret);
    expect(contentDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(contentDigest).not.toBe(plainDigest);
    expect([approvals[0].contentDigest, history[1].contentDigest]).toEqual([contentDigest, contentDigest]);
    expect(history[0].contentDigest).not.toBe(contentDigest);
    expect(read(false, 'another secret').contentDigest).not.toBe(contentDigest);
    expect(read(false, undefined).contentDigest).toBeNull();
  });

  test('without the right to contact data, addresses inside of texts are not shown', () => {
    const kept = read(false, secret);
    expect(kept.history[1].changes[0].before).toBe(change.before);
    expect(kept.content.delivery).toBe(content.delivery);
    const bare = read(true, secret);
    expect(bare).toMatchObject({
      content: {
        delivery: '',
        lines: [{ shares: 5, delivery: '' }],
        search: { evidence: '', candidate: '' },
      },
      approvals: [{ voidBecause: [] }],
      history: [{ changes: [] }, { action: 'update', changes: [] }],
    });
  });
});
