import 'server-only';
import NextAuthModule, { type AuthOptions } from 'next-auth';
import CredentialsModule from 'next-auth/providers/credentials';
import type { Pool } from 'pg';
import { roles } from '../access/roles.ts';
import { authSecret, env } from '../env.ts';
import { bodyOf, type Captured, cookieJar, outgoing } from './auth-request.ts';
import { cookieName, cookieOptions, readCookie, sessionHours } from './cookies.ts';
import { endSession, readSession } from './sessions.ts';
import { type SignInResult, signIn } from './sign-in.ts';

// next-auth is CommonJS: bundlers unwrap its default export, Node does not.
const NextAuth = unwrap(NextAuthModule);
const Credentials = unwrap(CredentialsModule);

function unwrap<T>(module: T): T {
  return (module as { default?: T }).default ?? module;
}

/** What one request to /api/auth came with and what its sign-in attempt led to. */
export type AuthAttempt = {
  address: string | null;
  userAgent: string | null;
  deviceToken: string | null;
  sessionToken: string | null;
  result?: SignInResult;
  signedOut?: string;
};

/** Reads what `authOptions` needs off a request's headers. */
export function readAttempt(headers: Headers, address: string | null): AuthAttempt {
  const jar = headers.get('cookie');
  return {
    address,
    userAgent: headers.get('user-agent'),
    deviceToken: readCookie(jar, cookieName('device')),
    sessionToken: readCookie(jar, cookieName('session')),
  };
}

/**
 * next-auth as a door to our own session rows (decisions, ruling 13): the "token" is a random session id, encode and
 * decode only pass it through, and nothing a browser sends to the session endpoint is ever read.
 */
export function authOptions(pool: Pool, attempt: AuthAttempt): AuthOptions {
  const { secureCookies, registry } = env();
  const options = cookieOptions();
  const read = (token: string | null) => readSession(pool, token, registry.embedded);
  return {
    secret: authSecret(),
    useSecureCookies: secureCookies,
    session: { strategy: 'jwt', maxAge: sessionHours * 3600 },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    cookies: {
      sessionToken: { name: cookieName('session'), options },
      csrfToken: { name: cookieName('csrf'), options },
      callbackUrl: { name: cookieName('callback'), options },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    providers: [
      Credentials({
        name: 'Password',
        credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
        async authorize(given) {
          const { email, password } = (given ?? {}) as Record<string, unknown>;
          if (typeof email !== 'string' || typeof password !== 'string') return null;
          attempt.result = await signIn(pool, { ...attempt, email, password, allowDemo: registry.embedded });
          if (attempt.result.outcome === 'throttled') throw new Error('throttled');
          return attempt.result.outcome === 'signed-in' ? attempt.result.person : null;
        },
      }),
    ],
    jwt: {
      encode: async ({ token }) => String(token?.sid ?? ''),
      decode: async ({ token }) => {
        const person = await read(token ?? null);
        return person && token ? { sid: token, sub: person.id } : null;
      },
    },
    callbacks: {
      jwt: async ({ token, trigger }) => {
        const fresh = trigger === 'signIn' && attempt.result?.outcome === 'signed-in';
        return fresh ? { sid: attempt.result?.outcome === 'signed-in' ? attempt.result.session : '' } : token;
      },
      session: async ({ session, token }) => {
        const person = await read(String(token.sid));
        if (!person) return { expires: session.expires };
        const { id, email, name, role, issuers } = person;
        return {
          expires: session.expires,
          user: { id, email, name, role, class: roles[role].class, issuers },
        };
      },
      redirect: async ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid !== 'string') return;
        attempt.signedOut = token.sub;
        await endSession(pool, token.sid);
      },
    },
  };
}

/** Only addresses on this site; `//host` and `/\host` are other hosts to a browser (assurance B-099). */
function ownAddress(url: string, baseUrl: string): string {
  const resolved = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
  if (!resolved || resolved.origin !== new URL(baseUrl).origin || resolved.username) return baseUrl;
  return resolved.pathname.startsWith('//') ? baseUrl : resolved.href;
}

/** What of next-auth's own endpoints is open; its pages, its client log and everything to come are not. */
const open: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'providers', 'signin', 'signout', 'error'],
  POST: ['callback', 'session', 'signin', 'signout'],
};

/**
 * Answers one request below /api/auth, or null when there is no such endpoint. A throttled sign-in gives 429, as JSON or as a redirect that says so.
 * `segments` are the path parts after /api/auth.
 */
export async function answerAuth(
  pool: Pool,
  request: Request,
  segments: readonly string[],
  attempt: AuthAttempt,
): Promise<Response | null> {
  if (!open[request.method]?.includes(segments[0] ?? '')) return null;
  const body = await bodyOf(request);
  if (body === 'unusable') return new Response(null, { status: 400 });
  const url = new URL(request.url);
  const captured: Captured = { status: 200, headers: new Headers(), body: null };
  const incoming = {
    method: request.method,
    headers: { 'user-agent': attempt.userAgent ?? '' },
    cookies: cookieJar(request.headers.get('cookie')),
    query: { ...Object.fromEntries(url.searchParams), nextauth: [...segments] },
    body,
  };
  // The pages form of next-auth's handler needs nothing of Next, which lets tests call it as it stands.
  await (NextAuth as unknown as (...args: unknown[]) => Promise<unknown>)(
    incoming,
    outgoing(captured),
    authOptions(pool, attempt),
  );
  return finish(captured, attempt);
}

function finish({ status, headers, body }: Captured, attempt: AuthAttempt): Response {
  headers.set('cache-control', 'no-store');
  const { result } = attempt;
  if (result?.outcome === 'throttled') {
    headers.set('retry-after', String(result.retryAfterSeconds));
    if (body !== null) return new Response(body, { status: 429, headers });
  }
  if (result?.outcome === 'signed-in') {
    const { secureCookies } = env();
    headers.append(
      'set-cookie',
      `${cookieName('device')}=${result.device}; Path=/; HttpOnly; SameSite=Strict; Max-Age=15552000${secureCookies ? '; Secure' : ''}`,
    );
  }
  return new Response(body, { status, headers });
}
