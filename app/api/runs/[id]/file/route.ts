import { handleRunFile } from '#lib/gateway/runs/run-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

async function handle(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return handleRunFile(request, store(), dashboard(), (await params).id);
}

export { handle as GET, handle as HEAD };
