import { env } from '#lib/env';
import { handlePublicVerification } from '#lib/gateway/runs/public-verification';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

function handle(request: Request): Promise<Response> {
  const { publicVerification, registry } = env();
  return handlePublicVerification(request, store(), dashboard(), {
    isOn: publicVerification,
    zone: registry.timeZone,
  });
}

export { handle as GET, handle as POST };
