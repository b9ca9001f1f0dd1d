import { gateway } from '#lib/gateway/gateway';
import { dashboard } from '#lib/gateway/wiring';

const mount = '/api/upstream';

/** The gateway reads the raw path instead of Next's decoded segments: it must match what was sent. */
function handle(request: Request): Promise<Response> {
  return gateway(request, new URL(request.url).pathname.slice(mount.length), dashboard());
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
