import { type NextRequest, NextResponse } from 'next/server';
import { env } from '#lib/env';
import { cookieName } from '#lib/session/cookies';

/**
 * Sends people without a session cookie to the sign-in page. A convenience, never the check: pages and handlers read the
 * session themselves, and removing this file opens nothing (assurance S-02).
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.cookies.has(cookieName('session'))) return NextResponse.next();
  const { pathname, search } = request.nextUrl;
  const target = new URL('/sign-in', env().publicUrl);
  if (pathname !== '/') target.searchParams.set('next', pathname + search);
  return NextResponse.redirect(target);
}

export const config = {
  matcher: ['/((?!api/|api$|_next/|sign-in|.*\\.[a-z0-9]+$).*)'],
};
