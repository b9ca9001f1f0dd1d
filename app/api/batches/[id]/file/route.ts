import { env } from '#lib/env';
import { handleBatchFile } from '#lib/gateway/runs/batch-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

async function handle(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return handleBatchFile(request, store(), dashboard(), (await params).id, env().registry.environment);
}

export { handle as GET, handle as HEAD };
