import { handleLinkList, handleLinkMake } from '#lib/gateway/runs/send-file';
import { dashboard } from '#lib/gateway/wiring';
import { routes } from '#lib/routes';
import { store } from '#lib/session/store';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleLinkList(request, { pool: store(), context: dashboard() }, (await params).id);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const where = { pool: store(), context: dashboard(), pagePath: routes.publicFile() };
  return handleLinkMake(request, where, (await params).id);
}
