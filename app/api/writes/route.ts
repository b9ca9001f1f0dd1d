import { dashboard } from '#lib/upstream/wiring';
import { answerWriteList } from '#lib/upstream/write-access';

export function GET(request: Request): Promise<Response> {
  return answerWriteList(request, dashboard());
}
