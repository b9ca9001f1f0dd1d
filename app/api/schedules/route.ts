import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { handleScheduleList, handleScheduleMake } from '#lib/gateway/runs/schedule-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

export function GET(request: Request): Promise<Response> {
  return handleScheduleList(request, store(), dashboard());
}

export function POST(request: Request): Promise<Response> {
  const today = todayIn(env().registry.timeZone, registryNow());
  return handleScheduleMake(request, store(), dashboard(), today);
}
