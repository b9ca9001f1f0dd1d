import { answerAuditProof } from '#lib/upstream/audit-access';
import { dependencies } from '#lib/upstream/audit-dependencies';

export function GET(request: Request): Promise<Response> {
  return answerAuditProof(request, dependencies());
}
