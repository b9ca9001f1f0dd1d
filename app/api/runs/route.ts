import { handleRunList } from '#lib/gateway/runs/run-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

export function GET(request: Request): Promise<Response> {
  return handleRunList(request, store(), dashboard());
}
