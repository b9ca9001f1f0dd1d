import { dashboard } from '#lib/gateway/wiring';
import { answerWrite, answerWriteAction } from '#lib/gateway/writes/write-access';

type Context = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerWrite(request, dashboard(), (await params).id);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerWriteAction(request, dashboard(), (await params).id);
}
