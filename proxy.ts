import { type NextRequest, NextResponse } from 'next/server';
import { env } from '#lib/env';
import { cookieName } from '#lib/session/cookies';
import { freshNonce, pagePolicy } from '#lib/transport/page-policy';

/** Addresses that need no session. */
const open = /^\/(sign-in(\/|$)|public\/(verify|file)$|_next\/|.*\.[a-z0-9]+$)/;

/**
 * Gives every page its content security policy, and redirects users without a session cookie to the sign-in
 * page. This is not the access check: pages and handlers read the session themselves. Without this file no data
 * would be accessible and no script would run, because the default policy of lib/transport/headers.ts then
 * applies.
 */
export function proxy(request: NextRequest): NextResponse {
  // Pages are read-only; the framework would render them for any method.
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
  const nonce = freshNonce();
  const policy = pagePolicy(nonce, env().development);
  const headers = new Headers(request.headers);
  // Next takes the nonce for its scripts from the policy in the request headers.
  headers.set('content-security-policy', policy);
  headers.set('x-sharebook-nonce', nonce);
  // A layout does not know its page's address, but needs it to return there after a new sign-in.
  headers.set('x-sharebook-here', pathname + search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  // Not below /api: bodies would be buffered here and cut at 10 MB.
  matcher: ['/((?!api/|api$|_next/static/).*)'],
};
