import { handleRun, handleRunDrop } from '#lib/gateway/runs/run-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleRun(request, store(), dashboard(), (await params).id);
}

export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  return handleRunDrop(request, store(), dashboard(), (await params).id);
}
