import { answerReveal } from '#lib/upstream/reveal';
import { dashboard } from '#lib/upstream/wiring';

type Context = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerReveal(request, dashboard(), (await params).id);
}
