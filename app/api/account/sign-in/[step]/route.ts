import { dependencies } from '#lib/account-api/dependencies';
import { handleEntering } from '#lib/account-api/signing-in';

type Context = { params: Promise<{ step: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleEntering(request, (await params).step, dependencies());
}
