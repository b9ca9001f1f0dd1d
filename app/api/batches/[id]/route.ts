import { handleBatch } from '#lib/gateway/runs/batch-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return handleBatch(request, store(), dashboard(), (await params).id);
}
