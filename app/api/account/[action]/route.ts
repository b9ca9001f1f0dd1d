import { answerOwnAccount } from '../own.ts';
import { here } from '../where.ts';

type Context = { params: Promise<{ action: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerOwnAccount(request, (await params).action, here());
}
