import { Agent, fetch, type Response } from 'undici';

export type Answer = { status: number; code: string; body: Record<string, unknown>; text: string };

/** A user's browser as far as the server can tell: cookies, our own header, the right origin. */
export type Browser = {
  email: string;
  signIn(): Promise<boolean>;
  /** Signs out; true when the former cookie no longer works. */
  signOut(): Promise<boolean>;
  /** `lost` means that the response did not arrive completely. */
  ask(path: string, body?: unknown): Promise<Answer>;
  /** Bytes of a file that ended cleanly, else the error. */
  take(url: string): Promise<{ bytes: Buffer; digest: string | null } | Answer>;
  page(path: string): Promise<Answer>;
  close(): Promise<void>;
};

const lost: Answer = { status: 0, code: 'lost', body: {}, text: '' };

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
    const answer = await fetch(new URL(path, url), {
      method,
      headers,
      body,
      redirect: 'manual',
      dispatcher: agent,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  }

  async function read(going: Promise<Response>): Promise<Answer> {
    try {
      const answer = await going;
      const text = await answer.text();
      const json = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
      const code = String(json?.error?.code ?? (answer.ok ? 'ok' : 'bare'));
      return { status: answer.status, code, body: json, text };
    } catch {
      return lost;
    }
  }

  async function auth(step: string, fields: Record<string, string>): Promise<Answer> {
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
    ask: (path, body) =>
      read(go(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })),
    async take(path) {
      try {
        const answer = await go(path);
        if (answer.status !== 200) return read(Promise.resolve(answer));
        const bytes = Buffer.from(await answer.arrayBuffer());
        return { bytes, digest: /:(.+):/.exec(answer.headers.get('repr-digest') ?? '')?.[1] ?? null };
      } catch {
        return lost;
      }
    },
    page: (path) => read(go(path)),
    close: () => agent.close(),
  };
}
