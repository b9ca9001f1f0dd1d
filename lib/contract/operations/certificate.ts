import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { certificateInfoStatus } from '../enumerations.ts';
import { customerIssuerId, customerShareholderId, field, shareCount } from '../fields.ts';

/** One certificate of a holding. */
export const holdingCertificate = z.looseObject({
  controlCertificateId: z.int(),
  customerCertificateId: z.int(),
  prefixAndCertificateNumber: z.string(),
  issued: z.string(),
  canceled: z.string(),
  security: z.string(),
  restriction: z.string(),
  stop: z.string(),
  shares: shareCount,
  postReverseSplit: z.boolean(),
});

const GetHoldingCertificates = endpoint({
  section: 'Certificate',
  method: 'GET',
  path: '/api/v1/Certificate/GetHoldingCertificates',
  kind: 'read',
  access: 'staff',
  summary: 'Certificates of one account, or of all accounts of an issuer',
  query: z.object({
    customerIssuerId,
    customerShareholderId: customerShareholderId.optional(),
    filterStatus: field(certificateInfoStatus, { initial: 'All' }),
  }),
  // The interface does not show whether this is one object or a list. Our registry returns a list; a single
  // object is wrapped.
  response: z.union([z.array(holdingCertificate), holdingCertificate.transform((one) => [one])]),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: {
    request: { customerIssuerId: 1001, customerShareholderId: 'H-100010', filterStatus: 'All' },
  },
});

export const certificateOperations = { GetHoldingCertificates };
