import { handleScheduleStop } from '#lib/gateway/runs/schedule-access';
import { dashboard } from '#lib/gateway/wiring';
import { store } from '#lib/session/store';

type Context = { params: Promise<{ id: string }> };

export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  return handleScheduleStop(request, store(), dashboard(), (await params).id);
}
