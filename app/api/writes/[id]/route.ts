import { dashboard } from '#lib/gateway/wiring';
import { handleWrite, handleWriteAction } from '#lib/gateway/writes/write-access';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleWrite(request, dashboard(), (await params).id);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleWriteAction(request, dashboard(), (await params).id);
}
