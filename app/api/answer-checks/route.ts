import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { handleAnswerChecks } from '#lib/gateway/answer-checks';
import { dashboard } from '#lib/gateway/wiring';

export function GET(request: Request): Promise<Response> {
  return handleAnswerChecks(request, dashboard(), todayIn(env().registry.timeZone, registryNow()));
}
