import { store } from '#lib/session/store';
import { answerRunList } from '#lib/upstream/run-access';
import { dashboard } from '#lib/upstream/wiring';

export function GET(request: Request): Promise<Response> {
  return answerRunList(request, store(), dashboard());
}
