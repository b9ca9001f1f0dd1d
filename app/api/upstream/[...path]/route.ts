import { answerCall, gateway } from '#lib/gateway/gateway';
import { dashboard } from '#lib/gateway/wiring';
import { openDoor } from '#lib/transport/doors';

const mount = '/api/upstream';

/** The gateway reads the raw path instead of Next's decoded segments: it must match what was sent. */
function handle(request: Request): Promise<Response> {
  return gateway(request, new URL(request.url).pathname.slice(mount.length), dashboard());
}

// Plain reads are answered without the framework's routing, which takes longer than the read. Only alphanumeric
// segments between single slashes, which the framework would not rewrite, redirect or refuse.
openDoor('upstream', /^\/api\/upstream((?:\/[A-Za-z0-9]+)+)(?:\?[!-"$-~]*)?$/, (asked, [path = '']) =>
  answerCall(asked, path, dashboard()),
);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
