import { here } from '../account/where.ts';
import { answerInvite } from './people.ts';

export function POST(request: Request): Promise<Response> {
  return answerInvite(request, here());
}
