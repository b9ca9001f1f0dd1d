import { dependencies } from '#lib/account-api/dependencies';
import { answerInvite } from '#lib/account-api/users';

export function POST(request: Request): Promise<Response> {
  return answerInvite(request, dependencies());
}
