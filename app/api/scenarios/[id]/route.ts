import { handleScenario } from '#lib/gateway/scenario-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleScenario(request, store(), dashboard(), (await params).id);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleScenario(request, store(), dashboard(), (await params).id);
}

export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  return handleScenario(request, store(), dashboard(), (await params).id);
}
