import { answerAuditList } from '#lib/upstream/audit-access';
import { dependencies } from '#lib/upstream/audit-dependencies';

export function GET(request: Request): Promise<Response> {
  return answerAuditList(request, dependencies());
}
