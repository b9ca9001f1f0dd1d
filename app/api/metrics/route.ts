import { timingSafeEqual } from 'node:crypto';
import { env } from '#lib/env';
import { dashboard } from '#lib/gateway/wiring';
import { metricsType } from '#lib/metrics/metrics';
import { store } from '#lib/session/store';
import { securityHeaders } from '#lib/transport/headers';
import { metricsText } from '#lib/upstream/metrics';

function tokenFits(given: string | null, requested: string | null): boolean {
  if (given === null || requested === null) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(`Bearer ${requested}`)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/**
 * Prometheus text for callers with METRICS_TOKEN; others get "not found". The client address is not checked:
 * behind a proxy on this machine every client has a loopback address. METRICS_PORT works without a token.
 */
export async function GET(request: Request): Promise<Response> {
  const { metricsToken, secureCookies } = env();
  if (!tokenFits(request.headers.get('authorization'), metricsToken))
    return new Response(null, { status: 404, headers: securityHeaders(secureCookies) });
  return new Response(await metricsText(dashboard(), store()), {
    headers: {
      ...securityHeaders(secureCookies),
      'content-type': metricsType,
      'cache-control': 'no-store',
    },
  });
}
