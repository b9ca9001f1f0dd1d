import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { customerIssuerId, downloadLink, field, isPDF, shareCount } from '../fields.ts';

/** The interface really spells `oustandingShares` this way, but not its Format counterpart. */
export const dividend = z.looseObject({
  dividendId: z.int(),
  type: z.string(),
  security: z.string(),
  payable: z.string(),
  recordDate: z.string(),
  ratio: z.string(),
  oustandingShares: shareCount,
  outstandingSharesFormat: z.string(),
  distributionAmount: z.number(),
  distributionAmountFormat: z.string(),
  fractionalType: z.string(),
  cashPerShare: z.number().nullable(),
  cashPerShareFormat: z.string(),
});

const GetDividendList = endpoint({
  section: 'Dividend',
  method: 'GET',
  path: '/api/v1/Dividend/GetList',
  kind: 'read',
  access: 'staff',
  summary: 'Dividends of an issuer',
  query: z.object({ customerIssuerId, isPDF: field(isPDF, { hidden: true }).optional() }),
  response: z.array(dividend),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  // isPDF changes nothing at our registry and is never sent.
  send: ({ isPDF: _unsent, ...fields }) => fields,
  example: { request: { customerIssuerId: 1001 } },
});

export const dividendId = z.int().meta({
  title: 'Dividend',
  description: 'The dividend, by its number in the dividend list.',
  control: 'number',
  group: 'What',
});

const GenerateDividendDetails = endpoint({
  section: 'Dividend',
  method: 'POST',
  path: '/api/v1/Dividend/GenerateDividendDetails',
  kind: 'generate',
  access: 'everyone',
  summary: 'Payments of one dividend, holder by holder',
  body: z.object({
    dividendId,
    isPDF: isPDF.default(false),
  }),
  response: downloadLink,
  issuer: { by: 'object', field: 'dividendId', object: 'dividend' },
  report: { title: 'Dividend details', job: 'tax', formats: ['PDF', 'XLSX'], asOf: null },
  example: { request: { dividendId: 100000016, isPDF: true } },
});

export const dividendOperations = { GetDividendList, GenerateDividendDetails };
