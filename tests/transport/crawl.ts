// Requests every page and kind of response in every role.

import { everyPage } from '#e2e/support/every-page';
import { type CanaryApp, ownHeaders, people, type Role, sendRequest } from './app.ts';

const api = [
  '/api/health',
  '/api/health/ready',
  '/api/metrics',
  '/api/openapi.json',
  '/api/auth/session',
  '/api/auth/providers',
  '/api/auth/csrf',
  '/api/auth/error?error=Configuration',
  '/api/auth/signin',
  '/api/runs',
  '/api/batches',
  '/api/writes',
  '/api/nothing',
  '/api/upstream/api/v1/Issuer/GetTransferAgentIssuers',
  '/api/upstream/api/v1/Issuer/GetIssuerBalance?customerIssuerId=1001',
  '/api/upstream/api/v1/Issuer/GetIssuerBalance?customerIssuerId=x',
  '/api/upstream/api/v1/Issuer/GetIssuerBalance?customerIssuerId=4711',
  '/api/upstream/connect/token',
  '/sign-in?error=OAuthSignin',
  '/nothing-here',
  '/nothing-here.txt',
  '/_next/nothing',
  '/icon.svg',
  '/robots.txt',
];

const report = '/api/upstream/api/v1/Report/GenerateShareholderList';
const request = {
  customerIssuerId: 1001,
  cutoff: '2026-11-19',
  isPDF: false,
  showTaxId: false,
  showContactInfo: false,
  showAddressInfo: false,
};

/**
 * Requests every page and every kind of response in every role and without a session, several at a time;
 * returns the number of responses. `look` gets each response's headers and body, decoded as Latin-1.
 */
export async function crawl(app: CanaryApp, look: (where: string, text: string) => void): Promise<number> {
  const jobs: (() => Promise<void>)[] = [];
  let seen = 0;
  const visit = (who: string, target: string, request: Parameters<typeof sendRequest>[2]) => async () => {
    const response = await sendRequest(app.url, target, request);
    seen += 1;
    look(`${who} ${target}`, `${[...response.headers].join('\n')}\n${response.body}`);
    const file = /"downloadUrl":"([^"]+)"/.exec(response.body)?.[1];
    if (file) await visit(who, new URL(file).pathname, request && { headers: request.headers })();
  };
  for (const who of ['nobody', ...(Object.keys(people) as Role[])]) {
    const headers: Record<string, string> = who === 'nobody' ? {} : { cookie: app.cookies[who as Role] };
    for (const target of [...api, ...everyPage.map(({ path }) => path)])
      jobs.push(visit(who, target, { headers }));
    // The router's request: the same page as a payload.
    for (const { path } of everyPage.filter((_page, at) => at % 5 === 0))
      jobs.push(visit(who, path, { headers: { ...headers, rsc: '1' } }));
    const own = headers.cookie ? ownHeaders(app.url, headers.cookie) : {};
    for (const body of [JSON.stringify(request), '{"a":', '{"customerIssuerId":4711}'])
      jobs.push(visit(who, report, { method: 'POST', headers: own, body }));
  }
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return seen;
}
