import { store } from '#lib/session/store';
import { answerSignIn } from '#lib/upstream/sign-in';
import { dashboard } from '#lib/upstream/wiring';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  return answerSignIn(request, (await params).nextauth, store(), dashboard());
}

export { handle as GET, handle as POST };
