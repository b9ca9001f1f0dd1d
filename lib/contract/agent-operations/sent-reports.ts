import { z } from 'zod';
import { actor } from '../agent/common.ts';
import { recipients, sentReportKinds } from '../agent/sent-report-kinds.ts';
import { endpoint } from '../endpoint.ts';
import { anyIssuerId, dateString, field, pageRows, pageStart } from '../fields.ts';
import { filledLine, idempotencyId, line } from '../holder-fields.ts';
import { fileName } from './files.ts';

/** The agent's record of the reports that it sent about its books, to an issuer or to its regulatory agency. */

const exampleDigest = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

const GetSentReports = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/sent-reports',
  kind: 'read',
  access: 'agent',
  summary: 'Reports that were sent to an issuer, or to all and to the agency, latest first',
  query: z.object({
    customerIssuerId: anyIssuerId,
    start: pageStart.default(0),
    numberOfRows: pageRows.default(100),
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    /**
     * Aged differences of all issues at the end of the last quarter, and the dollars above which the agency gets
     * a report. Null where the answer is not about the agency.
     */
    agencyReport: z
      .looseObject({
        periodEnd: z.string(),
        issues: z.int(),
        /** Null where a difference has no price. */
        agedValue: z.string().nullable(),
        limit: z.string(),
        /** Null where a price is missing and a person decides. */
        isRequired: z.boolean().nullable(),
        dueOn: z.string(),
      })
      .nullable(),
    sentReports: z.array(
      z.looseObject({
        sentReportId: z.int(),
        recipient: z.enum(recipients),
        /** Null: to the agency. */
        customerIssuerId: z.int().nullable(),
        issuerName: z.string(),
        kind: z.enum(sentReportKinds),
        /** Last day of the month or quarter that it is about, or the one day. */
        periodEnd: z.string(),
        /** Null where it is due at once. */
        dueOn: z.string().nullable(),
        sentOn: z.string(),
        sentTo: z.string(),
        fileName: z.string(),
        sha256: z.string(),
        note: z.string(),
        recordedBy: z.string(),
        recordedAt: z.string(),
      }),
    ),
  }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'sentReports', total: 'totalRecords' },
  example: { request: { customerIssuerId: 1001 } },
});

const RecordSentReport = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/sent-reports/record',
  kind: 'write',
  access: 'agent writes',
  summary: 'Record that a report was sent to an issuer or to the agency',
  description: 'The file stays with the sender: its digest is kept. What was recorded cannot be changed.',
  body: z.object({
    idempotencyId: idempotencyId.nullish(),
    actor,
    customerIssuerId: field(anyIssuerId, {
      description:
        'The issuer to which it was sent, by the ID its transfer agent gave it; null for the agency.',
    }),
    kind: z.enum(sentReportKinds).meta({ title: 'Kind' }),
    periodEnd: field(dateString, {
      title: 'Period',
      description: 'The last day of the month or quarter that it is about, or the day.',
    }),
    sentOn: field(dateString, { title: 'Sent', description: 'After the period, and not after today.' }),
    sentTo: filledLine('Sent to', 200, 'The person or office, with the way it was sent.'),
    fileName,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 digest' })
      .meta({ title: 'Digest', description: 'SHA-256 of the file that was sent.' }),
    note: line('Note', 1000).nullish(),
  }),
  response: z.looseObject({ sentReportId: z.int(), dueOn: z.string().nullable() }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  example: {
    request: {
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
      customerIssuerId: 1005,
      kind: 'Aged differences',
      periodEnd: '2026-10-31',
      sentOn: '2026-11-12',
      sentTo: 'Secretary of the company, by e-mail',
      fileName: 'aged-differences-1005-20261031.pdf',
      sha256: exampleDigest,
    },
    response: { sentReportId: 1, dueOn: '2026-11-16' },
  },
});

export const sentReportOperations = { GetSentReports, RecordSentReport };
