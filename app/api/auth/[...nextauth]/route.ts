import { handleSignIn } from '#lib/gateway/sign-in';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  return handleSignIn(request, (await params).nextauth, store(), dashboard());
}

export { handle as GET, handle as POST };
