import { dependencies } from '#lib/account-api/dependencies';
import { handleSendingSetting } from '#lib/account-api/installation-settings';

export function POST(request: Request): Promise<Response> {
  return handleSendingSetting(request, dependencies());
}
