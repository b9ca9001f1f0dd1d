import { dependencies } from '#lib/account-api/dependencies';
import { handleInvite } from '#lib/account-api/users';

export function POST(request: Request): Promise<Response> {
  return handleInvite(request, dependencies());
}
