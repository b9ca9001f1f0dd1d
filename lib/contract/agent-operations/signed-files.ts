// Contract of reports that are signed PDFs, and of the certificates they are signed with.

import { z } from 'zod';
import { actor } from '../agent/common.ts';
import { endpoint } from '../endpoint.ts';
import {
  asOfDate,
  choice,
  customerIssuerId,
  downloadLink,
  field,
  fromDate,
  isPDF,
  toDate,
} from '../fields.ts';
import { dividendId } from '../operations/dividend.ts';

const capacity = choice(
  { title: 'Capacity', description: 'In which the agent certifies.', group: 'Who' },
  {
    'Transfer agent': 'Transfer agent',
    Registrar: 'Registrar',
    'Transfer agent and registrar': 'Transfer agent and registrar',
  },
);

const named = (title: string, description: string) =>
  z.string().trim().min(1).max(100).meta({ title, description, control: 'text', group: 'Who' });

const GenerateCertifiedList = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/certified-list',
  kind: 'generate',
  access: 'agent',
  summary:
    'The agent’s certificate with the list of registered holders as of a date, sealed by this installation',
  description:
    'One PDF with counts and totals of each class, exceptions, who certifies, and every account with its shares. It is signed; nothing in it can be changed unnoticed.',
  body: z.object({
    customerIssuerId,
    cutoff: field(asOfDate, { initial: 'today' }).optional(),
    capacity: capacity.default('Transfer agent'),
    certifiedBy: named(
      'Certifying officer',
      'Who signs. Not the user who creates the file. Left out: a line to fill in by hand.',
    ).optional(),
    certifiedByTitle: named('Title of the officer', 'As it appears below the signature.').optional(),
    actor,
  }),
  response: downloadLink,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  report: { title: 'Certified list of holders', job: 'meeting', formats: ['PDF'], asOf: 'cutoff' },
  example: {
    request: {
      customerIssuerId: 1001,
      cutoff: '2026-11-20',
      capacity: 'Transfer agent',
      certifiedBy: 'Morgan Ellery',
      certifiedByTitle: 'Vice President, Registry Services',
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
    },
  },
});

const GenerateProof = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/proof',
  kind: 'generate',
  access: 'agent',
  summary: 'The proof of an issuer’s books at the close of a day, sealed by this installation',
  description:
    'One PDF with the result, every difference, every comparison with both figures and their sources, open record differences and the control book of the period.',
  body: z.object({
    customerIssuerId,
    cutoff: field(asOfDate, { initial: 'today' }).optional(),
    startDate: field(fromDate, {
      title: 'Control book from',
      description: 'First day of the control book; its last day is that of the proof.',
    }).optional(),
    actor,
  }),
  response: downloadLink,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  report: { title: 'Proof of the books', job: 'auditor', formats: ['PDF'], asOf: 'cutoff' },
  example: {
    request: {
      customerIssuerId: 1005,
      cutoff: '2026-11-20',
      startDate: '2026-10-01',
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
    },
  },
});

const GenerateRollForward = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/roll-forward',
  kind: 'generate',
  access: 'staff',
  summary: 'Roll-forward between two dates: every class, every account and every movement',
  description:
    'Opening, what was issued, received, surrendered, retired and adjusted, closing, and what the movements do not explain; also treasury, restricted, reserved and authorized shares, with every entry of the control book that moved the last two. The PDF is sealed by this installation.',
  body: z.object({
    customerIssuerId,
    startDate: field(fromDate, {
      description: 'First day of the period. The opening figures are those of the close before it.',
    }).optional(),
    endDate: field(toDate, { initial: 'today' }).optional(),
    isPDF: isPDF.default(false),
    actor,
  }),
  response: downloadLink,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  report: { title: 'Roll-forward', job: 'auditor', formats: ['PDF', 'XLSX'], asOf: null },
  example: {
    request: {
      customerIssuerId: 1001,
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      isPDF: false,
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
    },
  },
});

const GenerateDividendFunding = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/dividend-funding',
  kind: 'generate',
  access: 'staff',
  summary: 'What the dollars of a dividend are used for, sealed by this installation',
  description:
    'The amount the issuer sends against what is paid, held, reinvested and withheld; plan shares bought at their prices; checks not cashed by age; cash in lieu.',
  body: z.object({ dividendId, actor }),
  response: downloadLink,
  issuer: { by: 'object', field: 'dividendId', object: 'dividend' },
  report: { title: 'Funding of a dividend', job: 'tax', formats: ['PDF'], asOf: null },
  example: {
    request: {
      dividendId: 100000016,
      actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
    },
  },
});

const certificateFields = {
  subject: z.string(),
  /** The subject itself where no authority vouches for it. */
  issuedBy: z.string(),
  serialNumber: z.string(),
  /** Instants. */
  validFrom: z.string(),
  validTo: z.string(),
  /** SHA-256 of the certificate, in pairs of hexadecimal digits. */
  fingerprint: z.string(),
  /** Of the root that issued it, directly or not; null where there is none. */
  rootFingerprint: z.string().nullable(),
  /** The certificate and those it is issued by, as PEM. */
  pem: z.string(),
};

const GetSealCertificate = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/seal-certificate',
  kind: 'read',
  access: 'staff',
  summary: 'The certificate with which this installation seals files, and those it sealed with before',
  response: z.looseObject({
    ...certificateFields,
    /** Whole days to the end of its time. */
    daysLeft: z.int(),
    /** It should be replaced now. */
    isReplacementDue: z.boolean(),
    /** Every certificate that files were sealed with, the newest first, this one included. */
    certificates: z.array(
      z.looseObject({
        ...certificateFields,
        state: z.enum(['Current', 'Retired', 'Withdrawn']),
        /** Instants. From its first use to the first use of the next one; null while it is in use. */
        usedFrom: z.string(),
        usedUntil: z.string().nullable(),
        /** Since this day its key may have been in other hands. */
        withdrawnOn: z.string().nullable(),
        withdrawnReason: z.string().nullable(),
      }),
    ),
  }),
  issuer: { by: 'none' },
  example: { request: {} },
});

export const signedFileOperations = {
  GenerateCertifiedList,
  GenerateProof,
  GenerateRollForward,
  GenerateDividendFunding,
  GetSealCertificate,
};
