import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { handleBatchBegin, handleBatchList } from '#lib/gateway/runs/batch-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

export function GET(request: Request): Promise<Response> {
  return handleBatchList(request, store(), dashboard());
}

export function POST(request: Request): Promise<Response> {
  return handleBatchBegin(request, store(), dashboard(), todayIn(env().registry.timeZone, registryNow()));
}
