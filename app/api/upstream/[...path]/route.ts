import { gateway } from '#lib/upstream/gateway';
import { dashboard } from '#lib/upstream/wiring';

const mount = '/api/upstream';

/** The gateway reads the path as it came, not Next's decoded segments: what it matches must be what was sent. */
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
