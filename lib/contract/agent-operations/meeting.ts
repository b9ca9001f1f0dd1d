// Contract of the files for a meeting: quorum sheet and broker search letter.

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { downloadLink } from '../fields.ts';

const meeting = z.object({
  customerProxyId: z.int().meta({
    title: 'Proxy',
    description: 'The meeting, by its number in the proxy list.',
    control: 'number',
    group: 'What',
  }),
});

const ofMeeting = { by: 'object', field: 'customerProxyId', object: 'proxy' } as const;

const GenerateQuorumSheet = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/quorum-sheet',
  kind: 'generate',
  access: 'staff',
  summary: 'Shares entitled, shares needed for a quorum, and a sign-in sheet for a meeting',
  description: 'Entitled accounts as of the record date, with nominees apart and a line for each signature.',
  body: meeting,
  response: downloadLink,
  issuer: ofMeeting,
  report: { title: 'Quorum sheet', job: 'meeting', formats: ['PDF'], asOf: null },
  example: { request: { customerProxyId: 100000005 } },
});

const GenerateBrokerSearchLetter = endpoint({
  section: 'Agent',
  method: 'POST',
  path: '/agent/v1/reports/broker-search-letter',
  kind: 'generate',
  access: 'staff',
  summary: 'Letter that asks brokers and banks for the number of beneficial owners before a meeting',
  description: 'With the day by which it has to be sent: 20 business days before the record date.',
  body: meeting,
  response: downloadLink,
  issuer: ofMeeting,
  report: { title: 'Broker-search letter', job: 'meeting', formats: ['PDF'], asOf: null },
  example: { request: { customerProxyId: 100000005 } },
});

export const meetingFileOperations = { GenerateQuorumSheet, GenerateBrokerSearchLetter };
