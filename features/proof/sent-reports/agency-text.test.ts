import { expect, test } from 'vitest';
import { agencyText } from './agency-text.ts';

const report = { periodEnd: '2026-09-30', issues: 18, limit: '500000.00', dueOn: '2026-10-15' };

test.each([
  [
    { agedValue: '500000.00', isRequired: false },
    'are worth $500,000.00; the limit for 18 issues is $500,000.00. The agency gets no report of them.',
  ],
  [
    { agedValue: '500000.01', isRequired: true },
    'are worth $500,000.01; the limit for 18 issues is $500,000.00. The agency gets a report, by Oct 15, 2026.',
  ],
  [
    { agedValue: null, isRequired: null },
    'have no known value; the limit for 18 issues is $500,000.00. A price is missing, so a person decides whether the agency gets a report, by Oct 15, 2026.',
  ],
])('%j', (found, text) => {
  expect(agencyText({ ...report, ...found })).toBe(
    `Aged record differences of all issues on Sep 30, 2026 ${text}`,
  );
});
