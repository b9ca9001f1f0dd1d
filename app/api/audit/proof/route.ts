import { handleAuditProof } from '#lib/gateway/audit-access';
import { dependencies } from '#lib/gateway/audit-dependencies';

export function GET(request: Request): Promise<Response> {
  return handleAuditProof(request, dependencies());
}
