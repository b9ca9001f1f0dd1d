import { answerReveal } from '#lib/gateway/reveal';
import { dashboard } from '#lib/gateway/wiring';

type Context = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerReveal(request, dashboard(), (await params).id);
}
