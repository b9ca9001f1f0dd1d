import { answerRunFile } from '#lib/gateway/runs/run-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';
import { openDoor } from '#lib/transport/doors';

async function handle(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerRunFile(request, store(), dashboard(), (await params).id);
}

openDoor('run-file', /^\/api\/runs\/([A-Za-z0-9_-]{22})\/file$/, (asked, [id = '']) =>
  answerRunFile(asked, store(), dashboard(), id),
);

export { handle as GET, handle as HEAD };
