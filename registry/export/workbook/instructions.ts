// The first sheet of an exported register: what it holds and what it leaves out.

import type { Variant } from '#lib/contract/agent/register-export';
import { formatDate } from '#lib/format/dates';
import type { Instructions } from '#registry/import/template/instructions';

/** What the workbook has no sheet for, after the records that were counted. */
export const onlyInArchive = (counted: readonly string[]): string[] => [
  ...counted,
  'Pending and rejected transactions; of completed ones who entered them, routine or not, documents and delivery; record dates of stock dividends.',
  'Resolved record differences and the steps taken on open ones, former names and CUSIPs, changes of holders, persons and documents of stops.',
];

const variantText: Record<Variant, string> = {
  Full: 'Personal data is included: protect this file as you protect the database.',
  Masked:
    'Names, addresses and contacts are included. Tax ids have their last four digits only, and access codes are blank.',
  Plain:
    'Personal data is left out: holders are named by their account numbers, tax ids are masked, and addresses, authorities, legends and notes are blank.',
};

/** The first sheet of an exported register. */
export function exportInstructions(
  { asOf, variant }: { asOf: string; variant: Variant },
  listed: readonly string[],
): Instructions {
  return [
    {
      heading: 'What it is',
      lines: [
        `The register at the end of ${formatDate(asOf)}, in the form in which a register is brought into Sharebook.`,
        'The sheet Columns explains every column, the sheet Lists every value. A sheet without content is left out.',
        variantText[variant],
      ],
    },
    {
      heading: 'Totals',
      lines: [
        'Control totals are those of this register on that day. Issued and Outstanding include open record differences, which are on Differences.',
      ],
    },
    {
      heading: 'Bringing it in elsewhere',
      lines: [
        '1. On Source, name who certifies the list and when. The agent that wrote this file stands there now.',
        '2. Upload the file on the page "Bring in a register", or check it with: npm run registry:import -- FILE --dry-run.',
        '3. Correct what the check finds, and post it. The books there begin with the history; delete Journal, Journal lines and the canceled certificates of Positions to begin them on the day of Source, As of.',
      ],
    },
    { heading: 'What only the archive carries', lines: listed },
  ];
}
