import { handlePresence } from '#lib/gateway/presence-access';
import { dashboard } from '#lib/gateway/wiring';

export function POST(request: Request): Promise<Response> {
  return handlePresence(request, dashboard());
}
