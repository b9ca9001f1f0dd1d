import { endpointIds, endpointOf } from '#lib/contract/index';
import { openApiDocument } from '#lib/contract/openapi/openapi';
import { env } from '#lib/env';
import { securityHeaders } from '#lib/transport/headers';

const callable = endpointIds.filter((id) => !['download', 'token'].includes(endpointOf(id).kind));

let text: string | undefined;

/**
 * The interface as the gateway offers it, as an OpenAPI 3.1 document. Contains no data and no address except
 * our own.
 */
export function GET(): Response {
  const { publicUrl, secureCookies } = env();
  text ??= JSON.stringify(
    openApiDocument({
      serverUrl: `${publicUrl}/api/upstream`,
      title: 'Sharebook gateway',
      version: '1',
      only: callable,
      mode: 'gateway',
    }),
  );
  return new Response(text, {
    headers: {
      ...securityHeaders(secureCookies),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    },
  });
}
