import { dependencies } from '../account/dependencies.ts';
import { answerInvite } from './people.ts';

export function POST(request: Request): Promise<Response> {
  return answerInvite(request, dependencies());
}
