import { handleLinkRevoke } from '#lib/gateway/runs/send-file';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

type Context = { params: Promise<{ id: string; link: string }> };

export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  const { id: run, link } = await params;
  return handleLinkRevoke(request, { pool: store(), context: dashboard() }, { run, link });
}
