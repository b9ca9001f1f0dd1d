import { store } from '#lib/session/store';
import { answerRun, answerRunDrop } from '#lib/upstream/run-access';
import { dashboard } from '#lib/upstream/wiring';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerRun(request, store(), dashboard(), (await params).id);
}

export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  return answerRunDrop(request, store(), dashboard(), (await params).id);
}
