import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import { redact } from './read.ts';
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
