import { store } from '#lib/session/store';
import { answerRunFile } from '#lib/upstream/run-access';
import { dashboard } from '#lib/upstream/wiring';

async function handle(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerRunFile(request, store(), dashboard(), (await params).id);
}

export { handle as GET, handle as HEAD };
