import { answerAuditList } from '#lib/upstream/audit-access';
import { dependencies } from './dependencies.ts';

export function GET(request: Request): Promise<Response> {
  return answerAuditList(request, dependencies());
}
