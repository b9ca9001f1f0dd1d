/** @module-tag long */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, signIn, startApp } from '../app/running.ts';
import { people } from './app.ts';
import { marker, oddRequests, sendBytes } from './odd-requests.ts';

let app: RunningApp;
let cookie: string;

beforeAll(async () => {
  app = await startApp();
  cookie = await signIn(app.url, people.operator);
}, 400_000);
afterAll(() => app?.stop());

const health = async () => (await fetch(`${app.url}/api/health`)).status;

test('malformed requests are rejected or served, never a 5xx or a reflection', async () => {
  expect(oddRequests.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  for (const { name, bytes, status } of oddRequests)
    for (const as of ['', cookie]) {
      if (as && /^cookie:/im.test(bytes)) continue;
      const sent = as ? bytes.replace('\r\nConnection:', `\r\nCookie: ${as}\r\nConnection:`) : bytes;
      const response = await sendBytes(app.url, sent);
      if (response.status === 0 || response.status >= 500 || (status !== null && response.status !== status))
        wrong.push(`${name}: ${response.status}`);
      if (response.status >= 400 && response.body.includes(marker)) wrong.push(`${name}: repeated`);
      if (response.status === 400 && status === 400 && !hasText(bytes, response.body))
        wrong.push(`${name}: no sentence`);
    }
  expect(wrong).toEqual([]);
  expect(await health()).toBe(200);
  const log = readFileSync(join(app.dataDir, 'logs', 'dashboard.log'), 'utf8');
  expect([log.includes(marker), log.includes('@@@')]).toEqual([false, false]);
});

/** Node itself answers a request without Host, or with two body lengths, before our code runs. */
const hasText = (bytes: string, body: string): boolean => /\w+ \w+ \w+/.test(body) || !/^Host:/im.test(bytes);
