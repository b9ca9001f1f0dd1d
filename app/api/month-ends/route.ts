import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { handleMonthEnds } from '#lib/gateway/month-ends';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

const today = () => todayIn(env().registry.timeZone, registryNow());

export function GET(request: Request): Promise<Response> {
  return handleMonthEnds(request, store(), dashboard(), today());
}

export function POST(request: Request): Promise<Response> {
  return handleMonthEnds(request, store(), dashboard(), today());
}
