import { describe, expect, test } from 'vitest';
import { formFields } from '#components/schema-form/form-fields';
import { endpointOf } from '#lib/contract/index';
import { type BatchReport, batchRequests, planParams, readPlan } from './batch-plan.ts';

const nothing = { taxId: false, contact: false, address: false, accessCode: false, invoice: false };
const report = (id: 'GenerateIssuerBalance' | 'GenerateControlBook', slug: string): BatchReport => ({
  id,
  slug,
  title: slug,
  spec: {
    fields: formFields(endpointOf(id), nothing),
    issuerField: 'customerIssuerId',
    asOfField: endpointOf(id).report?.asOf ?? null,
  },
});
const reports = [
  report('GenerateIssuerBalance', 'issuer-balance'),
  report('GenerateControlBook', 'control-book'),
];
const today = '2026-11-20';
const read = (text: string, issuers = [1001, 1002, 1003]) =>
  readPlan(new URLSearchParams(text), { issuers, reports }, today);

describe('batch plan', () => {
  test('keeps available reports and is restored from the URL', () => {
    const text = 'issuers=1001,1003&reports=issuer-balance&asof=2026-06-30&isPDF=true';
    const plan = read(`${text.replace('1003', '1003,4711')}&from=2027-01-01`);
    expect(plan).toMatchObject({ issuers: [1001, 1003], reports: ['issuer-balance'], from: '2026-01-01' });
    expect(decodeURIComponent(new URLSearchParams(planParams(plan, today)).toString())).toBe(text);
  });
  test('has the one issuer of a user who has just one', () => {
    expect(read('', [1004]).issuers).toEqual([1004]);
  });
  test('requests every report of every issuer as its form would', () => {
    const plan = read(
      'issuers=1001,1002&reports=control-book,issuer-balance&asof=2026-06-30&from=2026-04-01',
    );
    expect(batchRequests(plan, reports, today)).toMatchObject([
      {
        report: 'GenerateIssuerBalance',
        input: { customerIssuerId: 1001, CutoffDate: '2026-06-30', isPDF: false },
      },
      {
        report: 'GenerateControlBook',
        input: { customerIssuerId: 1001, startDate: '2026-04-01', endDate: today },
      },
      { report: 'GenerateIssuerBalance', input: { customerIssuerId: 1002 } },
      { report: 'GenerateControlBook', input: { customerIssuerId: 1002 } },
    ]);
  });
});
