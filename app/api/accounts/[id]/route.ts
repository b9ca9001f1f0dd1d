import { here } from '../../account/where.ts';
import { answerPersonChange } from '../people.ts';

type Context = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerPersonChange(request, (await params).id, here());
}
