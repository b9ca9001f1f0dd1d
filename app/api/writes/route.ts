import { dashboard } from '#lib/gateway/wiring';
import { answerWriteList } from '#lib/gateway/writes/write-access';

export function GET(request: Request): Promise<Response> {
  return answerWriteList(request, dashboard());
}
