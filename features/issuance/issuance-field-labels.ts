import { labelOf } from '#components/holder-record/holder-draft';
import type { IssuanceDraft } from './issuance-draft.ts';

const labels: Readonly<Record<string, string>> = {
  customerIssuerId: 'New issuer ID',
  newIssuerAgain: 'Confirm issuer ID',
  securityType: 'Class',
  effectiveDate: 'Effective date',
  processDate: 'Process date',
  chargeAmount: 'Charge',
  certificateType: 'Form',
  certificates: 'Certificates',
  comments: 'Comments',
  TaxLots: 'Tax lot',
  'TaxLots[0].acquisitionDate': 'Acquired on',
  'TaxLots[0].costPerShare': 'Cost per share',
};

/** Labels of the fields with errors, for the summary above the form. */
export function issueLabels({ holder }: IssuanceDraft, fields: object = {}): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields).map((name) => {
      const line = /^certificates\[(\d+)\]\.(\w+)/.exec(name);
      if (line) return [name, `Certificate ${Number(line[1]) + 1}`];
      if (!name.startsWith('shareholder.')) return [name, labels[name] ?? name];
      const inner = name.slice('shareholder.'.length);
      return [
        name,
        inner === 'customerShareholderId' ? 'Holder' : labelOf(inner, holder['primaryAddress.country2Code']),
      ];
    }),
  );
}
