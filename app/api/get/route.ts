import { env, registryNow } from '#lib/env';
import { todayIn } from '#lib/format/today';
import { type GetPages, handleGet } from '#lib/gateway/runs/get-file';
import { dashboard } from '#lib/gateway/wiring';
import { routes } from '#lib/routes';
import { store } from '#lib/session/store';

const pages: GetPages = {
  signIn: routes.signIn(routes.get()),
  form: (recipe, params) => (recipe ? routes.getRecipe(recipe, params) : routes.get(params)),
  run: (id, params) => routes.getRun(id, params),
};

export function POST(request: Request): Promise<Response> {
  const today = todayIn(env().registry.timeZone, registryNow());
  return handleGet(request, { context: dashboard(), pool: store(), pages, today });
}
