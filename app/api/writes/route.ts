import { dashboard } from '#lib/gateway/wiring';
import { handleWriteList } from '#lib/gateway/writes/write-access';

export function GET(request: Request): Promise<Response> {
  return handleWriteList(request, dashboard());
}
