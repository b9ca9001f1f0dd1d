import { describe, expect, it } from 'vitest';
import { type EndpointId, endpointIds, endpointOf } from '#lib/contract/index';
import { decodeBody } from '#lib/contract/wire/index';
import { type Allowed, formFields } from './form-fields.ts';
import { missingIn, sameRequest } from './missing.ts';
import { summarize } from './summary.ts';
import { addressOf, addressOfRequest, type FormSpec, readValues, requestOf } from './values.ts';

const today = '2026-11-20';
const everything: Allowed = { taxId: true, contact: true, address: true, accessCode: true, invoice: true };
const list = endpointOf('GenerateShareholderList');
const spec: FormSpec = {
  fields: formFields(list, everything),
  issuerField: 'customerIssuerId',
  asOfField: 'cutoff',
};
const read = (text: string) => readValues(spec, new URLSearchParams(text), today);

describe('fields of a form', () => {
  it('are every field of the body, with texts and a control', () => {
    expect(spec.fields.map((field) => field.name)).toEqual(Object.keys(list.body?.shape ?? {}));
    for (const field of spec.fields) {
      expect(field.title).not.toBe(field.name);
      expect(field.control === 'choice' ? field.choices.length : 2).toBeGreaterThan(1);
    }
  });
  it('leave out what this user may not request', () => {
    const names = formFields(list, { ...everything, taxId: false, contact: false, accessCode: false }).map(
      (f) => f.name,
    );
    expect(names).toContain('showAddressInfo');
    expect(names).not.toContain('showTaxId');
    expect(names).not.toContain('showContactInfo');
    expect(names).not.toContain('includeAccessCode');
  });
});

describe('values', () => {
  it('start with the defaults, the date included', () => {
    expect(read('')).toMatchObject({
      customerIssuerId: null,
      cutoff: today,
      certificateInfoStatus: 'Outstanding',
      restrictionStatus: 'All',
      showAddressInfo: false,
    });
  });
  it('come from the URL where valid', () => {
    const values = read(
      'issuer=1004&asof=2026-06-30&isPDF=false&filterSecurityType=P-A&showAddressInfo=true&addressStatus=Nonsense',
    );
    expect(values).toMatchObject({
      customerIssuerId: '1004',
      cutoff: '2026-06-30',
      isPDF: false,
      filterSecurityType: 'P-A',
      showAddressInfo: true,
      addressStatus: 'All',
    });
    expect(read('asof=2027-01-01').cutoff).toBe(today);
    expect(read('asof=2026-02-30').cutoff).toBe(today);
  });
  it('are written to the URL without the defaults', () => {
    const text = 'issuer=1004&asof=2026-06-30&isPDF=false&showAddressInfo=true&filterSecurityType=P-A';
    expect(new URLSearchParams(addressOf(spec, read(text), today)).toString()).toBe(text);
    expect(addressOf(spec, read('issuer=1001'), today)).toEqual({ issuer: '1001' });
  });
  it('make a request the contract accepts', () => {
    const body = requestOf(spec, read('issuer=1004&filterSecurityType=P-A&prefix=CS'));
    expect(body).toMatchObject({
      customerIssuerId: 1004,
      cutoff: today,
      prefix: 'CS',
      restrictionStatus: 'All',
    });
    expect(body.filterSecurityType).toEqual({ securityTypeCode: 'P', securitySeriesCode: 'A' });
    expect(body).not.toHaveProperty('customerShareholderId');
    expect(list.body?.safeParse(body).success).toBe(true);
    expect(list.body?.safeParse(requestOf(spec, read('issuer=1001'))).success).toBe(true);
  });
  it('are restored from a stored request', () => {
    const values = read(
      'issuer=1004&asof=2026-06-30&isPDF=false&filterSecurityType=C&showCertificateDetails=true',
    );
    const again = new URLSearchParams(addressOfRequest(spec, requestOf(spec, values)));
    expect(readValues(spec, again, today)).toEqual(values);
  });
});

describe('summary', () => {
  it('describes the file to be created', () => {
    const texts = summarize(
      spec,
      read('issuer=1004&asof=2026-06-30&isPDF=true&showAddressInfo=true&showTaxId=true'),
      {
        title: 'Shareholder list',
        issuerName: 'Prairie Solar Holdings, Inc.',
        formats: ['PDF', 'XLSX'],
      },
    );
    expect(texts[0]).toBe('Shareholder list of Prairie Solar Holdings, Inc., as of Jun 30, 2026, as a PDF.');
    expect(texts.at(-1)).toBe('With addresses and tax IDs.');
  });
});

/** Every report as a form for agent staff, built as in report-form.ts. */
function formOf(id: EndpointId, allowed: Allowed = { ...everything, everyIssuer: true }): FormSpec {
  const endpoint = endpointOf(id);
  return {
    fields: formFields(endpoint, allowed),
    issuerField: endpoint.issuer.by === 'field' ? endpoint.issuer.field : 'customerIssuerId',
    asOfField: endpoint.report?.asOf ?? null,
  };
}
/** Filled in by the gateway from the session. */
const author = { email: 'ops@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
const nothing: Allowed = { taxId: false, contact: false, address: false, accessCode: false, invoice: false };
const reports = endpointIds.filter((id) => endpointOf(id).report);
const filled = (form: FormSpec, text = '') =>
  readValues(
    form,
    new URLSearchParams(
      `issuer=1001&customerProxyId=100000005&dividendId=100000016&controlTransactionId=100001729&certifiedBy=Morgan+Ellery&certifiedByTitle=Vice+President&year=2025&${text}`,
    ),
    today,
  );

describe.each(reports)('%s', (id) => {
  const endpoint = endpointOf(id);
  it.each([
    ['everybody who may ask for all', { ...everything, everyIssuer: true }],
    ['somebody who may ask for little', nothing],
  ])('makes a request the gateway accepts, for %s', (_who, allowed) => {
    const form = formOf(id, allowed);
    const request = requestOf(form, filled(form));
    const schema = endpoint.body;
    if (!schema) throw new Error(`${id} has no body`);
    expect(decodeBody(schema, request, { mode: 'gateway', author }, endpoint)).toMatchObject({ ok: true });
  });
  it('is then complete, and at first lacks the issuer or the object', () => {
    const form = formOf(id);
    expect(missingIn(form, filled(form))).toEqual({});
    expect(Object.keys(missingIn(form, readValues(form, new URLSearchParams(), today)))).toHaveLength(1);
  });
  it('is restored from the stored request', () => {
    const form = formOf(id);
    const values = filled(form, 'asof=2026-06-30&from=2026-02-01&to=2026-03-31&isPDF=false');
    const stored = requestOf(form, values);
    expect(sameRequest(form, values, stored)).toBe(true);
    const again = readValues(form, new URLSearchParams(addressOfRequest(form, stored)), today);
    expect(requestOf(form, again)).toEqual(stored);
    const others = 'issuer=1002&customerProxyId=1&dividendId=1&controlTransactionId=1';
    expect(sameRequest(form, readValues(form, new URLSearchParams(others), today), stored)).toBe(false);
  });
});

describe('reports about an object', () => {
  it.each([
    ['GenerateProxyDetails', 'proxy'],
    ['GenerateDividendDetails', 'dividend'],
    ['GenerateTransactionDetails', 'transaction'],
  ] as const)('%s: the issuer comes first and is not sent', (id, control) => {
    const form = formOf(id);
    expect(form.fields.slice(0, 2).map((field) => field.control)).toEqual(['issuer', control]);
    const request = requestOf(form, filled(form));
    expect(request).not.toHaveProperty('customerIssuerId');
    expect(Object.values(request)).toContainEqual(expect.any(Number));
  });
});

describe('period', () => {
  const form = formOf('GenerateControlBook');
  it('starts with the year, ends today, and is from and to in the URL', () => {
    expect(filled(form)).toMatchObject({ startDate: '2026-01-01', endDate: today });
    const values = filled(form, 'from=2025-01-01&to=2027-01-01');
    expect(values).toMatchObject({ startDate: '2025-01-01', endDate: today });
    expect(addressOf(form, values, today)).toEqual({ issuer: '1001', from: '2025-01-01' });
  });
  it('does not end before it begins', () => {
    expect(missingIn(form, filled(form, 'from=2026-05-01&to=2026-04-30'))).toEqual({
      endDate: 'The period ends before it begins.',
    });
  });
  it('has a text', () => {
    const report = { title: 'Control book', issuerName: 'Larkspur', formats: ['PDF', 'XLSX'] as const };
    expect(summarize(form, filled(form), report)[0]).toBe(
      'Control book of Larkspur, from Jan 1, 2026 to Nov 20, 2026, as a PDF.',
    );
  });
});

describe('all issuers', () => {
  const form = formOf('GenerateRejectionList');
  it('are null on the wire, for agent staff only, and only where the interface accepts it', () => {
    const values = filled(form, 'issuer=all').customerIssuerId;
    expect(values).toBe('1001');
    const all = readValues(form, new URLSearchParams('issuer=all'), today);
    expect(requestOf(form, all)).toMatchObject({ customerIssuerId: null });
    expect(addressOfRequest(form, requestOf(form, all))).toMatchObject({ issuer: 'all' });
    expect(readValues(spec, new URLSearchParams('issuer=all'), today).customerIssuerId).toBeNull();
    const bound = formOf('GenerateRejectionList', nothing);
    expect(readValues(bound, new URLSearchParams('issuer=all'), today).customerIssuerId).toBeNull();
    expect(requestOf(bound, filled(bound))).toMatchObject({ includeInvoiceNumber: false });
  });
});

it('a name left in the accounts field is not an account', () => {
  expect(missingIn(spec, read('issuer=1004&customerShareholderId=beverly bancroft'))).toHaveProperty(
    'customerShareholderId',
  );
  expect(missingIn(spec, read('issuer=1004&customerShareholderId=H-104'))).toEqual({});
});
