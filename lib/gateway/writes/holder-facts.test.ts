import { expect, test } from 'vitest';
import { differing, factsOfBody, factsOfRecord } from './holder-facts.ts';

const body = { name: 'ADA SAMPLE', primaryTaxId: null, primaryTaxIdType: 'SSN', secondaryTaxIdType: '' };

test('the type of a tax ID not given is not compared', () => {
  const shown = factsOfRecord({ name: 'ADA SAMPLE', primaryTaxId: '', primaryTaxIdType: '' });
  expect(differing(shown, factsOfBody(body))).toEqual([]);
});

test('the type of a given tax ID is compared', () => {
  const given = factsOfBody({ ...body, primaryTaxId: '900-01-0001' });
  const shown = factsOfRecord({ name: 'ADA SAMPLE', primaryTaxId: '900010001', primaryTaxIdType: 'EIN' });
  expect(differing(shown, given)).toEqual(['primaryTaxIdType']);
  expect(differing(factsOfRecord({ name: 'ADA SAMPLE', primaryTaxId: '' }), given)).toContain('primaryTaxId');
});
