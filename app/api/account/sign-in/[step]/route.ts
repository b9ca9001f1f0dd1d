import { answerEntering } from '../../entering.ts';
import { here } from '../../where.ts';

type Context = { params: Promise<{ step: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerEntering(request, (await params).step, here());
}
