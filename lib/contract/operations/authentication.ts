import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** OAuth 2.0 client credentials, form-encoded. */
const Token = endpoint({
  section: 'Authentication',
  method: 'POST',
  path: '/connect/token',
  kind: 'token',
  access: 'server',
  summary: 'Access token for an API client',
  body: z.object({
    grant_type: z.literal('client_credentials').meta({ title: 'Grant type' }),
    client_id: z.string().min(1).max(255).meta({ title: 'Client ID' }),
    client_secret: z.string().min(1).max(1024).meta({ title: 'Client secret' }),
  }),
  // The interface promises only access_token.
  response: z.looseObject({
    access_token: z.string().min(1),
    token_type: z.string().optional(),
    expires_in: z.number().optional(),
  }),
  issuer: { by: 'none' },
  example: {
    request: { grant_type: 'client_credentials', client_id: 'demo-agent', client_secret: '<secret>' },
    response: { access_token: '<token>', token_type: 'Bearer', expires_in: 3600 },
  },
});

export const authenticationOperations = { Token };
