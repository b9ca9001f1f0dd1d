// Starts a registry process that a test kills while it writes.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buyToken, type CallOptions, type TestResponse } from '../boot.ts';

const main = fileURLToPath(new URL('../../../registry/main.ts', import.meta.url));

/** Client ID for requests to the program; its secret is derived as `buyToken` expects. */
export const writerId = 'writer';

/** The registry as a separate process, to be killed. */
export type Program = {
  child: ChildProcess;
  /** The status and body, or undefined if the response was lost. */
  post(path: string, body: unknown): Promise<{ status: number; text: string } | undefined>;
  /** Any call; throws when the response is lost. */
  call(path: string, options?: CallOptions): Promise<TestResponse>;
  kill(): Promise<void>;
};

export type ProgramOptions = {
  url: string;
  dataDir: string;
  clientId?: string;
  /** Further settings of the registry. */
  env?: Readonly<Record<string, string>>;
};

export async function startProgram(where: ProgramOptions): Promise<Program> {
  const child = fork(main, {
    env: {
      ...process.env,
      ...where.env,
      DATA_DIR: where.dataDir,
      REGISTRY_DATABASE_URL: where.url,
      REGISTRY_PORT: '0',
      REGISTRY_PUBLIC_URL: '',
      REGISTRY_RATE_PER_SECOND: '9999999',
    },
    silent: true,
  });
  // Nobody reads the log; a full pipe would block the process.
  child.stdout?.resume();
  child.stderr?.resume();
  const [{ baseUrl }] = (await once(child, 'message')) as [{ baseUrl: string }];
  const authorization = `Bearer ${await buyToken(baseUrl, where.clientId ?? writerId)}`;
  return {
    child,
    async post(path, body) {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { status: response.status, text: await response.text() };
      } catch {
        return undefined;
      }
    },
    async call(path, { method, body, headers = {} } = {}) {
      const isJson = body !== undefined && !(body instanceof Uint8Array);
      const response = await fetch(`${baseUrl}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: isJson ? JSON.stringify(body) : (body as BodyInit | undefined),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
