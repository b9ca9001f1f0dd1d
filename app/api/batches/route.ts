import { store } from '#lib/session/store';
import { answerBatchBegin, answerBatchList } from '#lib/upstream/batch-access';
import { dashboard } from '#lib/upstream/wiring';

export function GET(request: Request): Promise<Response> {
  return answerBatchList(request, store(), dashboard());
}

export function POST(request: Request): Promise<Response> {
  return answerBatchBegin(request, store(), dashboard());
}
