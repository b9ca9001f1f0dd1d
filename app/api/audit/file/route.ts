import { answerAuditFile } from '#lib/upstream/audit-access';
import { where } from '../where.ts';

export function GET(request: Request): Promise<Response> {
  return answerAuditFile(request, where());
}
