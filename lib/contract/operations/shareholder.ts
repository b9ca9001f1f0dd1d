import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, customerIssuerId, customerShareholderId, field, shareCount } from '../fields.ts';
import { createOrUpdateBody } from '../holder-fields.ts';

/** The record of a shareholder. */
export const shareholderRecord = z.looseObject({
  sortName: z.string(),
  customerShareholderId: z.string(),
  systemShareholderId: z.int(),
  displayShareholderId: z.string(),
  name: z.string(),
  fullPrimaryAddress: z.string(),
  primaryAddress: address,
  fullMailingAddress: z.string(),
  mailingAddress: address.nullable(),
  type: z.string(),
  typeEnum: z.string().optional(),
  primaryTaxId: z.string(),
  primaryTaxIdType: z.string(),
  primaryPayeeName: z.string(),
  secondaryTaxId: z.string(),
  secondaryTaxIdType: z.string(),
  secondaryPayeeName: z.string(),
});

/** One holding of a shareholder in a class. */
export const holdingSummary = z.looseObject({
  securityTypeId: z.int(),
  security: z.string(),
  shares: shareCount,
  sharesFormat: z.string(),
  numberOfCertificates: z.int(),
  numberOfCertificatesFormat: z.string(),
  hasBookCertificates: z.boolean(),
});

const oneHolder = field(customerShareholderId, { description: 'The account, by its account ID.' });
const byIssuer = { by: 'field', field: 'customerIssuerId', null: 'refused' } as const;
const contact = ['fullPrimaryAddress', 'primaryAddress', 'fullMailingAddress', 'mailingAddress'] as const;
const taxId = ['primaryTaxId', 'secondaryTaxId'] as const;

const CreateOrUpdate = endpoint({
  section: 'Shareholder',
  method: 'POST',
  path: '/api/v1/Shareholder/CreateOrUpdate',
  kind: 'write',
  access: 'agent writes',
  summary: 'Create a shareholder account, or update the one with the given ID',
  body: createOrUpdateBody,
  response: z.looseObject({
    action: z.string(),
    customerShareholderId: z.string(),
    systemShareholderId: z.int(),
  }),
  issuer: { by: 'none' },
  author: [''],
  example: {
    request: {
      idempotencyId: '0f5d7c1e-6a53-4b0e-9a51-3c1f6d0f2b11',
      createdByEmail: 'operator@harborline.example',
      createdByFirstName: 'Robin',
      createdByLastName: 'Okafor',
      customerShareholderId: 'LK-900001',
      name: 'JOHN A SAMPLE',
      name2: null,
      name3: null,
      sortName: 'SAMPLE, JOHN A',
      accountType: 'Individual',
      primaryPayeeName: null,
      primaryTaxId: '900-01-0001',
      primaryTaxIdType: 'SSN',
      primaryAddress: {
        address1: '12 Lantern Row',
        city: 'Dayton',
        state: 'OH',
        postalCode: '45402',
        country2Code: 'US',
      },
    },
    response: { action: 'Update', customerShareholderId: 'LK-900001', systemShareholderId: 50001 },
  },
});

const GetShareholderDetails = endpoint({
  section: 'Shareholder',
  method: 'GET',
  path: '/api/v1/Shareholder/Details',
  kind: 'read',
  access: 'staff',
  summary: 'One shareholder account: registration, addresses, tax IDs, payees',
  query: z.object({ customerShareholderId: oneHolder }),
  response: shareholderRecord,
  issuer: { by: 'object', field: 'customerShareholderId', object: 'holder' },
  sensitive: { contact, taxId },
  example: { request: { customerShareholderId: 'H-100010' } },
});

const GetHoldingSummary = endpoint({
  section: 'Shareholder',
  method: 'GET',
  path: '/api/v1/Shareholder/GetHoldingSummary',
  kind: 'read',
  access: 'staff',
  summary: 'Shares of one account in each class of an issuer',
  query: z.object({ customerIssuerId, customerShareholderId: oneHolder }),
  response: z.array(holdingSummary),
  issuer: byIssuer,
  example: { request: { customerIssuerId: 1001, customerShareholderId: 'H-100010' } },
});

const GetShareholderDetailsList = endpoint({
  section: 'Shareholder',
  method: 'GET',
  path: '/api/v1/Shareholder/Details/List',
  kind: 'read',
  access: 'staff',
  summary: 'Shareholder accounts of an issuer',
  query: z.object({ customerIssuerId }),
  // The interface does not show the element: every field of the shareholder record may be missing.
  response: z.looseObject({ shareholders: z.array(shareholderRecord.partial()) }),
  issuer: byIssuer,
  sensitive: {
    contact: contact.map((name) => `shareholders[].${name}`),
    taxId: taxId.map((name) => `shareholders[].${name}`),
  },
  example: { request: { customerIssuerId: 1001 } },
});

export const shareholderOperations = {
  CreateOrUpdate,
  GetShareholderDetails,
  GetHoldingSummary,
  GetShareholderDetailsList,
};
