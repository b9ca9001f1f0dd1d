import { store } from '#lib/session/store';
import { answerBatch } from '#lib/upstream/batch-access';
import { dashboard } from '#lib/upstream/wiring';

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return answerBatch(request, store(), dashboard(), (await params).id);
}
