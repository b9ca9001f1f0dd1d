import { describe, expect, it } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import { type Allowed, formFields } from './form-fields.ts';
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
  it('are every field of the body, with words and a control', () => {
    expect(spec.fields.map((field) => field.name)).toEqual(Object.keys(list.body?.shape ?? {}));
    for (const field of spec.fields) {
      expect(field.title).not.toBe(field.name);
      expect(field.control === 'choice' ? field.choices.length : 2).toBeGreaterThan(1);
    }
  });
  it('leave out what this person may not ask for', () => {
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
  it('start with the usual ones, the day included', () => {
    expect(read('')).toMatchObject({
      customerIssuerId: null,
      cutoff: today,
      certificateInfoStatus: 'Outstanding',
      restrictionStatus: 'All',
      showAddressInfo: false,
    });
  });
  it('come from the address where it is usable', () => {
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
  it('go back into the address without the usual ones', () => {
    const text = 'issuer=1004&asof=2026-06-30&isPDF=false&showAddressInfo=true&filterSecurityType=P-A';
    expect(new URLSearchParams(addressOf(spec, read(text), today)).toString()).toBe(text);
    expect(addressOf(spec, read('issuer=1001'), today)).toEqual({ issuer: '1001' });
  });
  it('make a request the contract takes', () => {
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
  it('are found again in a stored request', () => {
    const values = read(
      'issuer=1004&asof=2026-06-30&isPDF=false&filterSecurityType=C&showCertificateDetails=true',
    );
    const again = new URLSearchParams(addressOfRequest(spec, requestOf(spec, values)));
    expect(readValues(spec, again, today)).toEqual(values);
  });
});

describe('summary', () => {
  it('says what will be made', () => {
    const sentences = summarize(
      spec,
      read('issuer=1004&asof=2026-06-30&isPDF=true&showAddressInfo=true&showTaxId=true'),
      {
        title: 'Shareholder list',
        issuerName: 'Prairie Solar Holdings, Inc.',
      },
    );
    expect(sentences[0]).toBe(
      'Shareholder list of Prairie Solar Holdings, Inc., as of June 30, 2026, as a PDF.',
    );
    expect(sentences.at(-1)).toBe('With addresses and tax ids.');
  });
});
