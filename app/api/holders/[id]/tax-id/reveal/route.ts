import { handleReveal } from '#lib/gateway/reveal';
import { dashboard } from '#lib/gateway/wiring';

type Context = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleReveal(request, dashboard(), (await params).id);
}
