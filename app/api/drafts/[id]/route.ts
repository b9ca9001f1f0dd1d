import { handleDraft } from '#lib/gateway/draft-access';
import { dashboard } from '#lib/gateway/wiring';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleDraft(request, dashboard(), (await params).id);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleDraft(request, dashboard(), (await params).id);
}

export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  return handleDraft(request, dashboard(), (await params).id);
}
