import { env } from '#lib/env';
import { handleSentFacts } from '#lib/gateway/runs/sent-file';
import { dashboard } from '#lib/gateway/wiring';
import { routes } from '#lib/routes';
import { store } from '#lib/session/store';

export function POST(request: Request): Promise<Response> {
  const { timeZone: zone } = env().registry;
  return handleSentFacts(request, {
    pool: store(),
    context: dashboard(),
    zone,
    pagePath: routes.publicFile(),
  });
}
