import { store } from '#lib/session/store';
import { answerRun } from '#lib/upstream/run-access';
import { dashboard } from '#lib/upstream/wiring';

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return answerRun(request, store(), dashboard(), (await params).id);
}
