// Configures next-auth to sign users in to our own sessions, and handles its endpoints.

import 'server-only';
import NextAuthModule, { type AuthOptions } from 'next-auth';
import CredentialsModule from 'next-auth/providers/credentials';
import type { Pool } from 'pg';
import { roles } from '../access/roles.ts';
import { authSecrets, env } from '../env.ts';
import type { AuthAttempt } from './auth-attempt.ts';
import { bodyOf, type Captured, cookieJar, outgoing } from './auth-request.ts';
import { cookieKinds, cookieLine, cookieName, cookieOptions, returningLine } from './cookies.ts';
import { type Claims, openIdProvider, signInByProvider } from './provider/oidc.ts';
import { linkByProvider } from './provider/provider-link.ts';
import { proveByProvider } from './provider/provider-proof.ts';
import { redirectPage } from './redirect-page.ts';
import { secretOf } from './secret-of.ts';
import { sessionHours } from './session-limits.ts';
import { endSession, readSession, readStanding } from './sessions.ts';
import { signIn } from './sign-in.ts';

// next-auth is CommonJS: bundlers unwrap its default export, Node does not.
const NextAuth = unwrap(NextAuthModule);
const Credentials = unwrap(CredentialsModule);

function unwrap<T>(module: T): T {
  return (module as { default?: T }).default ?? module;
}

/**
 * next-auth as an entrance to our own session rows: its "token" is a random session ID, encode and decode only
 * pass it through, and data that a browser sends to the session endpoint is never read.
 */
export function authOptions(pool: Pool, attempt: AuthAttempt, secret = authSecrets()[0]): AuthOptions {
  const { secureCookies, registry, oidc } = env();
  const options = cookieOptions();
  const returning = cookieOptions(secureCookies, 'lax');
  const visitor = { ...attempt, allowDemo: registry.demo };
  return {
    secret,
    useSecureCookies: secureCookies,
    session: { strategy: 'jwt', maxAge: sessionHours * 3600 },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    cookies: {
      sessionToken: { name: cookieName('session'), options },
      csrfToken: { name: cookieName('csrf'), options },
      callbackUrl: { name: cookieName('callback'), options: returning },
      state: { name: cookieName('state'), options: returning },
      pkceCodeVerifier: { name: cookieName('pkce'), options: returning },
      nonce: { name: cookieName('nonce'), options: returning },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    providers: [
      Credentials({
        name: 'Password',
        credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
        async authorize(given) {
          const { email, password } = (given ?? {}) as Record<string, unknown>;
          if (typeof email !== 'string' || typeof password !== 'string') return null;
          attempt.by = 'password';
          attempt.result = await signIn(pool, { ...visitor, email, password });
          if (attempt.result.outcome === 'throttled') throw new Error('throttled');
          return attempt.result.outcome === 'signed-in' ? attempt.result.person : null;
        },
      }),
      ...(oidc ? [openIdProvider(oidc)] : []),
    ],
    jwt: {
      encode: async ({ token }) => String(token?.sid ?? ''),
      decode: async ({ token }) => {
        // A session that still lacks its second factor can be signed out as well.
        const standing = await readStanding(pool, token ?? null, registry.demo);
        return standing && token ? { sid: token, sub: standing.person.id } : null;
      },
    },
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.provider !== 'oidc') return true;
        const { record } = attempt;
        if (!oidc || !record) return false;
        const allowDemo = registry.demo;
        if (attempt.proof?.purpose === 'link') {
          const claims = profile as Claims;
          attempt.linked = await linkByProvider(pool, oidc, claims, attempt.proof, { allowDemo, record });
          // This signs nobody in: the session that requested the link continues unchanged.
          return false;
        }
        attempt.by = 'provider';
        attempt.result = attempt.proof
          ? await proveByProvider(pool, oidc, profile as Claims, attempt.proof, allowDemo)
          : await signInByProvider(pool, oidc, profile as Claims, visitor, record);
        if (attempt.result.outcome === 'refused' && attempt.result.code === 'stale')
          return `${env().publicUrl}/sign-in?error=SignInTooOld`;
        return attempt.result.outcome === 'signed-in';
      },
      jwt: async ({ token, trigger }) => {
        const fresh = trigger === 'signIn' && attempt.result?.outcome === 'signed-in';
        return fresh ? { sid: attempt.result?.outcome === 'signed-in' ? attempt.result.session : '' } : token;
      },
      session: async ({ session, token }) => {
        const user = await readSession(pool, String(token.sid), registry.demo);
        if (!user) return { expires: session.expires };
        const { id, email, name, role, issuers } = user;
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

/** Only addresses on this site; `//host` and `/\host` are other hosts to a browser. */
function ownAddress(url: string, baseUrl: string): string {
  const resolved = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
  if (!resolved || resolved.origin !== new URL(baseUrl).origin || resolved.username) return baseUrl;
  return resolved.pathname.startsWith('//') ? baseUrl : resolved.href;
}

/** The next-auth endpoints that are reachable; its pages, its client log and all others are not. */
const open: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'providers', 'signin', 'signout', 'error'],
  POST: ['callback', 'session', 'signin', 'signout'],
};

/**
 * next-auth would also assemble a session from numbered cookie parts; only our complete cookies are passed on.
 */
function ownCookies(header: string | null): Record<string, string> {
  const jar = cookieJar(header);
  return Object.fromEntries(
    cookieKinds.map((kind) => cookieName(kind)).flatMap((name) => (jar[name] ? [[name, jar[name]]] : [])),
  );
}

/** A provider returns with a GET; passwords are never sent by GET. */
const isOpen = (method: string, segments: readonly string[]) =>
  open[method]?.includes(segments[0] ?? '') ||
  (method === 'GET' && segments[0] === 'callback' && segments[1] === 'oidc' && env().oidc !== null);

/**
 * next-auth passes a sign-in's query on to the provider; only a request to re-enter the password is allowed through.
 * `max_age` is 0 only where an encrypted cookie will tell on return since when: every max_age that is sent is checked.
 */
function queryFor(url: URL, segments: readonly string[], reauthenticates: boolean): Record<string, string> {
  if (segments[0] !== 'signin') return Object.fromEntries(url.searchParams);
  if (url.searchParams.get('prompt') !== 'login') return {};
  return reauthenticates ? { prompt: 'login', max_age: '0' } : { prompt: 'login' };
}

/** A form of ours that has been checked already; `reauthenticates`: the return must follow a new password entry. */
type CheckedForm = {
  cookies: Record<string, string>;
  body: Record<string, string>;
  reauthenticates: boolean;
};

/**
 * Handles one request below /api/auth, or returns null when there is no such endpoint. A throttled sign-in
 * gives 429, as JSON or as a redirect with that error. `segments` are the path parts after /api/auth; `given`
 * replaces the request's cookies and body.
 */
export async function handleAuth(
  pool: Pool,
  request: Request,
  segments: readonly string[],
  attempt: AuthAttempt,
  given?: CheckedForm,
): Promise<Response | null> {
  if (!isOpen(request.method, segments)) return null;
  const body = given?.body ?? (await bodyOf(request));
  if (body === 'unusable') return new Response(null, { status: 400 });
  const captured: Captured = { status: 200, headers: new Headers(), body: null };
  const cookies = { ...ownCookies(request.headers.get('cookie')), ...given?.cookies };
  const incoming = {
    method: request.method,
    headers: { 'user-agent': attempt.userAgent ?? '' },
    cookies,
    query: {
      ...queryFor(new URL(request.url), segments, given?.reauthenticates ?? false),
      nextauth: [...segments],
    },
    body,
  };
  // The pages handler of next-auth needs nothing of Next, so tests can call it directly.
  await (NextAuth as unknown as (...args: unknown[]) => Promise<unknown>)(
    incoming,
    outgoing(captured),
    authOptions(pool, attempt, await secretOf(kindOf(request.method, segments), cookies)),
  );
  // Clears the browser's cached pages at sign-out. Not its storage, which holds the user's table views.
  if (request.method === 'POST' && segments[0] === 'signout')
    captured.headers.set('clear-site-data', '"cache"');
  const back = ownAddress(cookies[cookieName('callback')] ?? '', env().publicUrl);
  return finish(captured, attempt, segments[1] === 'oidc', back);
}

/**
 * One of our forms, the return from a provider, or neither. Decides whether next-auth's own cookies are read.
 */
const kindOf = (method: string, segments: readonly string[]) =>
  method === 'POST' ? 'form' : segments[0] === 'callback' ? 'return' : 'other';

function finish(
  { status, headers, body }: Captured,
  attempt: AuthAttempt,
  abroad: boolean,
  back: string,
): Response {
  headers.set('cache-control', 'no-store');
  const { result } = attempt;
  if (result?.outcome === 'throttled') {
    headers.set('retry-after', String(result.retryAfterSeconds));
    if (body !== null) return new Response(body, { status: 429, headers });
  }
  if (result?.outcome === 'signed-in' && result.device)
    headers.append('set-cookie', cookieLine('device', result.device));
  const location = headers.get('location');
  const onward = abroad && body === null ? location : null;
  if (onward === null) return new Response(body, { status, headers });
  const returning = onward.startsWith(`${env().publicUrl}/`);
  if (returning && attempt.proof) headers.append('set-cookie', returningLine('again', ''));
  // After a link, or a failed re-authentication, the user returns to the previous page, still signed in; the
  // page shows the result.
  if (returning && attempt.proof && result?.outcome !== 'signed-in') {
    headers.delete('set-cookie');
    headers.append('set-cookie', returningLine('again', ''));
    const page = new URL(back);
    if (attempt.proof.purpose === 'link') page.searchParams.set('provider', attempt.linked ?? 'failed');
    else page.searchParams.set('proof', 'failed');
    return redirectPage(page.href, headers);
  }
  // next-auth's own pages are not served; they would only redirect to this one.
  return redirectPage(onward.replace(/\/api\/auth\/(error|signin)(?=\?|$)/, '/sign-in'), headers);
}
