import { answerAuditFile } from '#lib/upstream/audit-access';
import { dependencies } from '../dependencies.ts';

export function GET(request: Request): Promise<Response> {
  return answerAuditFile(request, dependencies());
}
