import { z } from 'zod';
import { choice } from '../fields.ts';
import { registerStep } from './register-file.ts';

/** A register that is taken out: a file that the registry makes, and what is in it. */

export const registerExportId = z
  .int()
  .positive()
  .meta({ title: 'Export', description: 'The export, by its number in the registry.' });

export const exportForm = choice(
  {
    title: 'Form',
    description:
      'Every table as CSV with a data dictionary, the documents, and a package and a workbook of each issuer, in one archive; one issuer as a package for other systems; or one issuer as a workbook in the form of the template.',
  },
  { Archive: 'Archive of everything', OpenCapTable: 'Open Cap Table package', Workbook: 'Workbook' },
);

export const exportVariant = choice(
  {
    title: 'Personal data',
    description:
      'Full: all of it. Masked: tax IDs with their last four digits, no access codes, no documents. Plain: none. Full is recorded with the reason.',
  },
  { Full: 'Included', Masked: 'Masked', Plain: 'Left out' },
);

export type Variant = z.output<typeof exportVariant>;

const exportState = z.enum(['Preparing', 'Complete', 'Discarded']);

/** Work on the file that takes longer than a request. */
const exportWork = z.looseObject({
  /** The issuer and what of it is read; '' before it begins. */
  step: z.string(),
  rows: z.int(),
  /** Files of the archive that are whole, of how many; 0 of 0 where they are not counted. */
  partsDone: z.int(),
  partsTotal: z.int(),
  since: z.string(),
});

export const exportSummary = z.looseObject({
  registerExportId: z.int(),
  version: z.int(),
  /** Preparing without work: it was stopped, or failed as `problem` says. */
  state: exportState,
  form: exportForm,
  issuers: z.array(z.looseObject({ customerIssuerId: z.int(), name: z.string() })),
  variant: exportVariant,
  asOf: z.string(),
  fileName: z.string(),
  /** 0 and '' until the file is complete. */
  bytes: z.int(),
  sha256: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  work: exportWork.nullable(),
  /** A user asked to stop; it ends with the piece that is read. */
  isStopping: z.boolean(),
  /** Why the last work ended without a result; '' if it did not. */
  problem: z.string(),
});

export const exportDetail = z.looseObject({
  ...exportSummary.shape,
  /** What is in the file; null until it is complete. */
  contents: z
    .looseObject({
      files: z.int(),
      /** Rows of tables or sheets, or objects of a package. */
      rows: z.int(),
      documents: z.int(),
      /** Equal for equal registers; null in a package or workbook, which has none. */
      digests: z.array(
        z.looseObject({ customerIssuerId: z.int(), name: z.string(), dataDigest: z.string().nullable() }),
      ),
      /** What has no place in the format. */
      listed: z.array(z.string()),
    })
    .nullable(),
  history: z.array(registerStep),
});
