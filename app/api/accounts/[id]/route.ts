import { dependencies } from '../../account/dependencies.ts';
import { answerPersonChange } from '../people.ts';

type Context = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerPersonChange(request, (await params).id, dependencies());
}
