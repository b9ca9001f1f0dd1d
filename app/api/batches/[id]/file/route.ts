import { env } from '#lib/env';
import { store } from '#lib/session/store';
import { answerBatchFile } from '#lib/upstream/batch-access';
import { dashboard } from '#lib/upstream/wiring';

async function handle(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerBatchFile(request, store(), dashboard(), (await params).id, env().registry.environment);
}

export { handle as GET, handle as HEAD };
