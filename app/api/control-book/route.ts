import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { handleControlBook } from '#lib/gateway/control-book-access';
import { dashboard } from '#lib/gateway/wiring';

export function GET(request: Request): Promise<Response> {
  return handleControlBook(request, dashboard(), todayIn(env().registry.timeZone, registryNow()));
}
