import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { anyIssuerId, downloadLink, field, isPDF, shareCount } from '../fields.ts';

/** One proxy event. */
export const proxy = z.looseObject({
  proxyId: z.int(),
  issuer: z.string(),
  security: z.string(),
  totalShares: shareCount,
  totalSharesFormat: z.string(),
  totalVotedShares: shareCount,
  totalVotedSharesFormat: z.string(),
  title: z.string(),
  quorum: z.string(),
  recordDate: z.string(),
  mailingDate: z.string(),
  meetingDateTime: z.string(),
  voteCloseDateTime: z.string(),
  status: z.string(),
});

const GetProxyList = endpoint({
  section: 'Proxy',
  method: 'GET',
  path: '/api/v1/Proxy/GetList',
  kind: 'read',
  access: 'staff',
  summary: 'Proxies of an issuer: meetings, quorum and votes',
  query: z.object({ customerIssuerId: anyIssuerId }),
  response: z.array(proxy),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  example: { request: { customerIssuerId: 1001 } },
});

const proxyNumber = z.int().meta({
  title: 'Proxy',
  description: 'The meeting, by its number in the proxy list.',
  control: 'number',
  group: 'What',
});

const GenerateProxyDetails = endpoint({
  section: 'Proxy',
  method: 'POST',
  path: '/api/v1/Proxy/GenerateProxyDetails',
  kind: 'generate',
  access: 'everyone',
  summary: 'Votes of one meeting, proposal by proposal and holder by holder',
  body: z.object({
    customerProxyId: proxyNumber,
    // The list returns proxyId, the example sends controlProxyId: one number under three names.
    controlProxyId: field(proxyNumber, { hidden: true }).optional(),
    proxyId: field(proxyNumber, { hidden: true }).optional(),
    includeNotVotedShares: z.boolean().meta({
      title: 'Not voted',
      description: 'List the holders that have not voted yet.',
      control: 'toggle',
      group: 'Show',
      initial: true,
    }),
    isPDF,
  }),
  response: downloadLink,
  issuer: { by: 'object', field: 'customerProxyId', object: 'proxy' },
  report: { title: 'Proxy details', job: 'meeting', formats: ['PDF', 'XLSX'], asOf: null },
  fieldAliases: [
    { names: ['customerProxyId', 'controlProxyId', 'proxyId'], send: ['customerProxyId', 'controlProxyId'] },
  ],
  example: {
    request: {
      customerProxyId: 100000005,
      controlProxyId: 100000005,
      includeNotVotedShares: true,
      isPDF: true,
    },
  },
});

export const proxyOperations = { GetProxyList, GenerateProxyDetails };
