// Tests of the registry process: ready message, drain and sudden death.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buyToken, type Registry } from './boot.ts';

const main = fileURLToPath(new URL('../../registry/main.ts', import.meta.url));
/** Rendered in half a second: still in work when the signal comes, and ready within the drain on a busy machine. */
const short = {
  customerIssuerId: 1001,
  isPDF: true,
  showCertificateDetails: false,
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
};
/** Rendered in two seconds, so that a killed program has not finished it. */
const long = { ...short, customerIssuerId: 1004 };

type Program = { child: ChildProcess; baseUrl: string };

/** The registry process: ready message, drain, sudden death. */
export function programs(registry: () => Registry): void {
  test('SIGTERM lets a download finish, rejects new requests and exits with status 0', {
    tags: ['long'],
  }, async () => {
    const { child, baseUrl } = await start();
    const response = await download(baseUrl, short);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(-32).toString('latin1')).toContain('%%EOF');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
  });

  test('SIGTERM finishes the reports whose links were returned; they work after a restart', {
    tags: ['long'],
  }, async () => {
    const { child, baseUrl } = await start();
    const headers = await headersFor(baseUrl);
    const { pathname } = new URL(await order(baseUrl, headers, short));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const next = await start();
    const response = await fetch(`${next.baseUrl}${pathname}`, { headers });
    expect(response.status).toBe(200);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(-32)
        .toString('latin1'),
    ).toContain('%%EOF');
    const over = once(next.child, 'exit');
    next.child.kill('SIGTERM');
    await over;
  });

  test('killed during rendering: the transfer fails, the next start leaves no partial file', {
    tags: ['long'],
  }, async () => {
    const { child, baseUrl } = await start();
    const response = await download(baseUrl, long);
    child.kill('SIGKILL');
    await expect(response.arrayBuffer()).rejects.toThrow();
    const folder = join(registry().dataDir, 'process', 'registry', 'reports');
    // Liveness files of running processes are not report files.
    const files = () => readdirSync(folder).filter((name) => !name.startsWith('alive-'));
    const before = files();
    const next = await start();
    const after = files();
    expect(before.length - after.length).toBe(1);
    expect(before).toEqual(expect.arrayContaining(after));
    const ended = once(next.child, 'exit');
    next.child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('an invalid setting stops the start with a message that names it', { tags: ['long'] }, async () => {
    const child = fork(main, { env: { ...process.env, REGISTRY_TIME_ZONE: 'Mars' }, silent: true });
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(err).toBe('REGISTRY_TIME_ZONE must be an IANA time zone such as America/New_York.\n');
  });

  async function start(): Promise<Program> {
    const child = fork(main, {
      env: {
        ...process.env,
        DATA_DIR: join(registry().dataDir, 'process'),
        REGISTRY_DATABASE_URL: registry().database.url,
        REGISTRY_DEMO: '1',
        REGISTRY_PORT: '0',
        REGISTRY_PUBLIC_URL: '',
      },
      silent: true,
    });
    const [message] = (await once(child, 'message')) as [{ ready: boolean; baseUrl: string }];
    expect(message.ready).toBe(true);
    return { child, baseUrl: message.baseUrl };
  }

  /** Uses a separate token, because the program runs on the real clock. */
  async function headersFor(baseUrl: string): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${await buyToken(baseUrl, 'demo-agent')}`,
      'content-type': 'application/json',
    };
  }

  async function order(
    baseUrl: string,
    headers: Record<string, string>,
    list: typeof short,
  ): Promise<string> {
    const ordered = await fetch(`${baseUrl}/api/v1/Report/GenerateShareholderList`, {
      method: 'POST',
      headers,
      body: JSON.stringify(list),
    });
    return ((await ordered.json()) as { downloadUrl: string }).downloadUrl;
  }

  /** A download whose headers have arrived. */
  async function download(baseUrl: string, list: typeof short): Promise<Response> {
    const headers = await headersFor(baseUrl);
    const response = await fetch(await order(baseUrl, headers, list), { headers });
    expect(response.status).toBe(200);
    return response;
  }
}
