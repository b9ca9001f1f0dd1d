import { answerBatchBegin, answerBatchList } from '#lib/gateway/runs/batch-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

export function GET(request: Request): Promise<Response> {
  return answerBatchList(request, store(), dashboard());
}

export function POST(request: Request): Promise<Response> {
  return answerBatchBegin(request, store(), dashboard());
}
