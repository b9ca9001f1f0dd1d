import { dependencies } from '../dependencies.ts';
import { answerOwnAccount } from '../own.ts';

type Context = { params: Promise<{ action: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerOwnAccount(request, (await params).action, dependencies());
}
