// Starts the whole product with a canary in every secret variable, and sends it raw requests.

import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoServer } from '#demo/cluster-for-tests';
import { withTransaction } from '#lib/postgres/pool';
import { addClient } from '#registry/access/clients';
import { openDatabase } from '#registry/db/open';
import { type RunningApp, signIn, startApp } from '../app/running.ts';
import { planted, secrets } from './canaries.ts';

export const people = {
  admin: 'admin@harborline.example',
  operator: 'operator@harborline.example',
  officer: 'officer@larkspur.example',
  viewer: 'viewer@larkspur.example',
  downloader: 'reports@prairie.example',
} as const;

export type Role = keyof typeof people;
export type TestResponse = { status: number; headers: Headers; body: string };
export type RequestOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Source address of the connection, where it matters. */
  localAddress?: string;
};
export type CanaryApp = RunningApp & {
  storeUrl: string;
  cookies: Record<Role, string>;
  close: () => Promise<void>;
};

/** The connection string with an unchecked password: the embedded server authenticates by socket. */
function withPassword(url: string, outside: boolean, password: string): string {
  return outside
    ? url
    : url.replace(/^(\w+:\/\/)([^@/?]*@)?/, (_all, scheme, who) => {
        const name = String(who ?? '').replace(/[:@].*$/, '');
        return `${scheme}${name}:${encodeURIComponent(password)}@`;
      });
}

/** The whole product with a canary in every secret variable, over the demo books, with every role signed in. */
export async function startWithCanaries(): Promise<CanaryApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'transport-'));
  const server = await openDemoServer(dataDir);
  for (const name of ['registry', 'dashboard']) await server.ensureDatabase(name);
  const registryUrl = server.urlFor('registry');
  const database = await openDatabase(
    { databaseUrl: registryUrl, dataDir },
    { connectionsMax: 1, applicationName: 'transport tests' },
  );
  await withTransaction(database.pool, async (db) => {
    for (const [id, secret, scope] of [
      [planted.REGISTRY_CLIENT_ID, planted.REGISTRY_CLIENT_SECRET, 'agent'],
      [planted.REGISTRY_READER_CLIENT_ID, planted.REGISTRY_READER_CLIENT_SECRET, 'read'],
    ] as const)
      await addClient(db, { id, secret, scope, issuers: 'all' }, new Date());
  });
  await database.release();
  const app = await startApp({
    ...planted,
    DATABASE_URL: withPassword(server.urlFor('dashboard'), server.outside, secrets.storePassword),
    REGISTRY_DATABASE_URL: withPassword(registryUrl, server.outside, secrets.booksPassword),
    REGISTRY_DEMO: '1',
    // Nothing listens there: the provider is called only when a user signs in with it.
    OIDC_ISSUER: 'http://127.0.0.1:9/',
    OIDC_CLIENT_ID: 'sharebook',
  });
  const cookies = {} as Record<Role, string>;
  for (const role of Object.keys(people) as Role[]) cookies[role] = await signIn(app.url, people[role]);
  return {
    ...app,
    storeUrl: server.urlFor('dashboard'),
    cookies,
    async close() {
      await app.stop();
      await server.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One request exactly as given: `target` is sent unchanged, and redirects are not followed. */
export function sendRequest(
  base: string,
  target: string,
  { method = 'GET', headers = {}, body, localAddress }: RequestOptions = {},
) {
  const { hostname, port } = new URL(base);
  return new Promise<TestResponse>((done, failed) => {
    const sent = httpRequest(
      { hostname, port, path: target, method, headers, localAddress, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', failed);
        response.on('end', () => {
          const all = new Headers();
          for (let at = 0; at < response.rawHeaders.length; at += 2)
            all.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
          done({
            status: response.statusCode ?? 0,
            headers: all,
            body: Buffer.concat(parts).toString('latin1'),
          });
        });
      },
    );
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      done({ status: response.statusCode ?? 101, headers: new Headers(), body: '' });
    });
    sent.setTimeout(60_000, () => sent.destroy(new Error(`No answer to ${method} ${target}`)));
    sent.on('error', failed);
    sent.end(body);
  });
}

/** Headers that our own pages send. */
export const ownHeaders = (base: string, cookie: string) => ({
  cookie,
  origin: base,
  'x-sharebook': '1',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
});
