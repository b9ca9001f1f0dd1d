import { type NextRequest, NextResponse } from 'next/server';
import { env } from '#lib/env';
import { cookieName } from '#lib/session/cookies';
import { freshNonce, pagePolicy } from '#lib/transport/page-policy';

/** Addresses that somebody without a session may see as they are. */
const open = /^\/(sign-in(\/|$)|_next\/|.*\.[a-z0-9]+$)/;

/**
 * Gives every page its content policy, and sends people without a session cookie to the sign-in page. Neither is the
 * check: pages and handlers read the session themselves, and without this file no data opens and no script runs, since
 * the policy of next.config.mjs then stands (assurance S-02, S-07).
 */
export function proxy(request: NextRequest): NextResponse {
  // Pages are only ever read; the framework would draw them for any method (assurance B-021).
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new NextResponse(null, {
      status: 405,
      headers: { allow: 'GET, HEAD', 'cache-control': 'no-store' },
    });
  const { pathname, search } = request.nextUrl;
  if (!open.test(pathname) && !request.cookies.has(cookieName('session'))) {
    const target = new URL('/sign-in', env().publicUrl);
    if (pathname !== '/') target.searchParams.set('next', pathname + search);
    return NextResponse.redirect(target, { headers: { 'cache-control': 'no-store' } });
  }
  const policy = pagePolicy(freshNonce(), env().development);
  const headers = new Headers(request.headers);
  // Next takes the nonce for the scripts it writes from the policy of the request.
  headers.set('content-security-policy', policy);
  // A layout does not know its page's address, and has to say where to come back to when a session has ended.
  headers.set('x-sharebook-here', pathname + search);
  const answer = NextResponse.next({ request: { headers } });
  answer.headers.set('content-security-policy', policy);
  return answer;
}

export const config = {
  // Not below /api: bodies would be buffered here, and cut at 10 MB.
  matcher: ['/((?!api/|api$|_next/static/).*)'],
};
