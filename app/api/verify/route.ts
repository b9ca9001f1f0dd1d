import { env } from '#lib/env';
import { handleVerify } from '#lib/gateway/runs/verify-file';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

export function POST(request: Request): Promise<Response> {
  return handleVerify(request, store(), dashboard(), env().registry.timeZone);
}
