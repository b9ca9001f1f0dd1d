import { handleAuditList } from '#lib/gateway/audit-access';
import { dependencies } from '#lib/gateway/audit-dependencies';

export function GET(request: Request): Promise<Response> {
  return handleAuditList(request, dependencies());
}
