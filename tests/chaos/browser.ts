// HTTP client of a simulated user in the soak test: cookies, sign-in, requests that may get lost.

import { Agent, fetch, type Response } from 'undici';

export type TestResponse = { status: number; code: string; body: Record<string, unknown>; text: string };

/** A user's browser as far as the server can tell: cookies, our own header, the right origin. */
export type Browser = {
  email: string;
  signIn(): Promise<boolean>;
  /** Signs out; true when the former cookie no longer works. */
  signOut(): Promise<boolean>;
  /** `lost` means that the response did not arrive completely. */
  request(path: string, body?: unknown): Promise<TestResponse>;
  /** Bytes of a file that ended cleanly, else the error. */
  take(url: string): Promise<{ bytes: Buffer; digest: string | null } | TestResponse>;
  page(path: string): Promise<TestResponse>;
  close(): Promise<void>;
};

const lost: TestResponse = { status: 0, code: 'lost', body: {}, text: '' };

export function openBrowser(url: string, email: string, password: string): Browser {
  const agent = new Agent({ connections: 4 });
  let jar = new Map<string, string>();
  const cookieOf = (cookies: Map<string, string>) => [...cookies].map((pair) => pair.join('=')).join('; ');

  async function go(
    path: string,
    init: { method?: string; body?: string | URLSearchParams; cookie?: string } = {},
  ) {
    const { method = 'GET', body, cookie = cookieOf(jar) } = init;
    const form = body instanceof URLSearchParams;
    const headers = {
      cookie,
      ...(method === 'GET' ? {} : { origin: url, 'x-sharebook': '1' }),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(new URL(path, url), {
      method,
      headers,
      body,
      redirect: 'manual',
      dispatcher: agent,
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }

  async function read(going: Promise<Response>): Promise<TestResponse> {
    try {
      const response = await going;
      const text = await response.text();
      const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
      const code = String(json?.error?.code ?? (response.ok ? 'ok' : 'bare'));
      return { status: response.status, code, body: json, text };
    } catch {
      return lost;
    }
  }

  async function auth(step: string, fields: Record<string, string>): Promise<TestResponse> {
    const { body } = await read(go('/api/auth/csrf'));
    const form = new URLSearchParams({ ...fields, csrfToken: String(body.csrfToken), json: 'true' });
    return read(go(`/api/auth/${step}`, { method: 'POST', body: form }));
  }

  return {
    email,
    async signIn() {
      jar = new Map();
      const { status } = await auth('callback/credentials', { email, password });
      return status < 400 && (await read(go('/api/runs'))).status === 200;
    },
    async signOut() {
      const cookie = cookieOf(jar);
      await auth('signout', {});
      const { status } = await read(go('/api/runs', { cookie }));
      return status === 401;
    },
    request: (path, body) =>
      read(go(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })),
    async take(path) {
      try {
        const response = await go(path);
        if (response.status !== 200) return read(Promise.resolve(response));
        const bytes = Buffer.from(await response.arrayBuffer());
        return { bytes, digest: /:(.+):/.exec(response.headers.get('repr-digest') ?? '')?.[1] ?? null };
      } catch {
        return lost;
      }
    },
    page: (path) => read(go(path)),
    close: () => agent.close(),
  };
}
