import { dependencies } from '../../dependencies.ts';
import { answerEntering } from '../../entering.ts';

type Context = { params: Promise<{ step: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerEntering(request, (await params).step, dependencies());
}
