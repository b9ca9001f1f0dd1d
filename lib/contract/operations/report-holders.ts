// Contract of the reports on holders: lists, statements, labels and rejections.

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  addressStatus,
  certificateInfoStatus,
  contactStatus,
  holdingStatus,
  rejectionType,
  restrictionStatus,
} from '../enumerations.ts';
import {
  anyIssuerId,
  asOfDate,
  customerIssuerId,
  customerShareholderId,
  downloadLink,
  field,
  fromDate,
  isPDF,
  toDate,
  toggle,
} from '../fields.ts';
import { drsFilterSecurityType, filterSecurityType } from '../filters.ts';
import { labelType } from '../labels.ts';

const byIssuer = { by: 'field', field: 'customerIssuerId', null: 'refused' } as const;
const byAnyIssuer = { by: 'field', field: 'customerIssuerId', null: 'all' } as const;
const both = ['PDF', 'XLSX'] as const;

const GenerateShareholderList = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateShareholderList',
  kind: 'generate',
  access: 'everyone',
  summary: 'Registered holders of an issuer on a date',
  description: 'Every account with its shares by class; certificates, addresses and tax lots on request.',
  body: z.object({
    customerIssuerId,
    cutoff: field(asOfDate, { initial: 'today' }).optional(),
    isPDF: isPDF.default(false),
    customerShareholderId: customerShareholderId.optional(),
    showCertificateDetails: toggle('Certificates', 'List every certificate below its account.'),
    showAddressInfo: toggle('Addresses', 'Postal address of each account.'),
    showContactInfo: toggle('Contact details', 'E-mail and phone of each account.'),
    showTaxId: toggle('Tax IDs', 'Full tax IDs. Recorded, and only for transfer-agent staff.'),
    hideCanceledDateIfGreaterThanCutoff: toggle(
      'Hide later cancellations',
      'Leave the cancellation date blank where a certificate was canceled after the as-of date.',
    ),
    includeAccessCode: toggle('Access codes', 'Online access code of each account. Treat it as a secret.'),
    filterSecurityType: filterSecurityType.optional(),
    prefix: z
      .string()
      .max(20)
      .meta({
        title: 'Certificate prefix',
        description: 'Only certificates whose number has this prefix, for example CS. Empty for all.',
        control: 'text',
        group: 'What',
      })
      .nullish(),
    certificateInfoStatus,
    restrictionStatus,
    addressStatus,
    includeTaxLots: toggle('Tax lots', 'A sheet with the tax lots of each certificate. Excel only.'),
  }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Shareholder list', job: 'meeting', formats: both, asOf: 'cutoff' },
  privileged: {
    taxId: ['showTaxId'],
    contact: ['showContactInfo'],
    address: ['showAddressInfo'],
    accessCode: ['includeAccessCode'],
  },
  example: {
    request: {
      customerIssuerId: 1004,
      cutoff: '2026-11-20',
      isPDF: true,
      showAddressInfo: true,
      certificateInfoStatus: 'Outstanding',
      restrictionStatus: 'All',
      addressStatus: 'All',
    },
  },
});

const GenerateHoldingsStatement = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateHoldingsStatement',
  kind: 'generate',
  access: 'statement',
  summary: 'Statement of holdings for one account or all',
  body: z.object({
    customerIssuerId,
    Cutoff: field(asOfDate, { initial: 'today' }),
    isPDF: isPDF.default(false),
    customerShareholderId: customerShareholderId.optional(),
    filterSecurityType: filterSecurityType.optional(),
    Status: field(certificateInfoStatus, { initial: 'All' }).default('All'),
  }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Holdings statement', job: 'mailing', formats: both, asOf: 'Cutoff' },
  example: { request: { customerIssuerId: 1001, Cutoff: '2026-11-20', isPDF: true, Status: 'All' } },
});

const GenerateDRSStatement = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateDRSStatement',
  kind: 'generate',
  access: 'statement',
  summary: 'Direct registration statement for one account or all',
  body: z.object({
    customerIssuerId,
    isPDF: isPDF.default(false),
    cutoff: field(asOfDate, { initial: 'today' }).optional(),
    customerShareholderId: customerShareholderId.optional(),
    filterSecurityType: drsFilterSecurityType,
  }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'DRS statement', job: 'mailing', formats: both, asOf: 'cutoff' },
  // Declared as a string with children: the object is sent first, its JSON text after a 400.
  retryOn400: (fields) => ({ ...fields, filterSecurityType: JSON.stringify(fields.filterSecurityType) }),
  example: {
    request: {
      customerIssuerId: 1001,
      isPDF: true,
      cutoff: '2026-11-20',
      filterSecurityType: { securityTypeCode: 'C', securitySeriesCode: '' },
    },
  },
});

const GenerateRejectionList = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateRejectionList',
  kind: 'generate',
  access: 'everyone',
  summary: 'Transfers refused in a period, with the reason',
  body: z.object({
    customerIssuerId: anyIssuerId,
    type: rejectionType.nullable(),
    startDate: field(fromDate, { initial: 'today' }).optional(),
    endDate: field(toDate, { initial: 'today' }).optional(),
    includeInvoiceNumber: z.boolean().meta({
      title: 'Invoice numbers',
      description: 'Show the invoice number of each item.',
      control: 'toggle',
      group: 'Show',
      initial: false,
    }),
    isPDF,
  }),
  response: downloadLink,
  issuer: byAnyIssuer,
  report: { title: 'Rejection list', job: 'regulator', formats: both, asOf: null },
  privileged: { invoice: ['includeInvoiceNumber'] },
  example: {
    request: {
      customerIssuerId: 1001,
      type: 'MasterRejection',
      startDate: '2026-01-01',
      endDate: '2026-11-20',
      includeInvoiceNumber: false,
      isPDF: true,
    },
  },
});

const GenerateIssuerContacts = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateIssuerContacts',
  kind: 'generate',
  access: 'contact list',
  summary: 'People at the issuer and what they may instruct',
  body: z.object({
    customerIssuerId: anyIssuerId,
    status: contactStatus,
    // The interface's example body uses this second name. Both are sent, and both must agree.
    contactStatus: field(contactStatus, { hidden: true }).optional(),
    isPDF,
  }),
  response: downloadLink,
  issuer: byAnyIssuer,
  report: { title: 'Issuer contacts', job: 'board', formats: both, asOf: null },
  fieldAliases: [{ names: ['status', 'contactStatus'], send: ['status', 'contactStatus'] }],
  example: { request: { customerIssuerId: 1001, status: 'Active', contactStatus: 'Active', isPDF: true } },
});

const GenerateMailingLabels = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateMailingLabels',
  kind: 'generate',
  access: 'contact list',
  summary: 'Address labels for the holders of an issuer, as PDF',
  body: z.object({
    customerIssuerId,
    labelType,
    cutoff: field(asOfDate, { initial: 'today' }),
    restriction: restrictionStatus,
    addressStatus: field(addressStatus, { initial: 'GoodAddress' }),
    holdingStatus: holdingStatus.default('Outstanding'),
    isPDF: field(isPDF, { hidden: true }).optional(),
  }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Mailing labels', job: 'mailing', formats: ['PDF'], asOf: 'cutoff' },
  example: {
    request: {
      customerIssuerId: 1004,
      labelType: 'LABEL5160',
      cutoff: '2026-11-20',
      restriction: 'All',
      addressStatus: 'GoodAddress',
      holdingStatus: 'Outstanding',
    },
  },
});

export const holderReportOperations = {
  GenerateShareholderList,
  GenerateHoldingsStatement,
  GenerateDRSStatement,
  GenerateRejectionList,
  GenerateIssuerContacts,
  GenerateMailingLabels,
};
