import { dependencies } from '#lib/account-api/dependencies';
import { handleOwnAccount } from '#lib/account-api/own-account';

type Context = { params: Promise<{ action: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleOwnAccount(request, (await params).action, dependencies());
}
