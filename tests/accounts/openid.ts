// Starts an OpenID provider for tests of sign-in.

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AccountClaims } from 'oidc-provider';

export type OpenId = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The account for the next sign-in at the provider. */
  person: AccountClaims;
  /** If set, the provider remembers who signed in and asks again only if requested. */
  remembers: boolean;
  /** Every request to the authorization page, as received. */
  requested: URL[];
  /** Goes through sign-in and consent at the provider, from our redirect until the redirect back to us. */
  visit(address: string): Promise<string>;
  stop(): Promise<void>;
};

/** A certified OpenID provider on a free port, with us as its one client. Keeps its state in memory. */
export async function startOpenId(callback: string): Promise<OpenId> {
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [clientId, clientSecret] = ['sharebook', 'a secret between the two of them'];
  const openId: OpenId = {
    issuer,
    clientId,
    clientSecret,
    person: { sub: 'nobody' },
    remembers: false,
    requested: [],
    visit,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['of the provider of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...openId.person, sub }) }),
    pkce: { required: () => true },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  });
  const handler = provider.callback();
  server.prependListener('request', (request) => {
    if (request.url?.startsWith('/auth?')) openId.requested.push(new URL(request.url, issuer));
  });

  const remembered = new Map<string, string>();
  async function visit(address: string): Promise<string> {
    const jar = openId.remembers ? remembered : new Map<string, string>();
    let at = new URL(address);
    for (let steps = 0; steps < 20; steps += 1) {
      const form = at.pathname.startsWith('/interaction/') ? nextForm() : undefined;
      const response = await fetch(at, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        body: form,
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
      at = new URL(location, issuer);
      if (at.origin !== issuer) return at.href;
    }
    throw new Error('The provider leads in circles.');
  }

  // Its development pages ask for a name first, then for consent.
  let turn = 0;
  function nextForm(): URLSearchParams {
    turn += 1;
    return turn % 2 === 1
      ? new URLSearchParams({ prompt: 'login', login: openId.person.sub, password: 'any' })
      : new URLSearchParams({ prompt: 'consent' });
  }
  return openId;
}
