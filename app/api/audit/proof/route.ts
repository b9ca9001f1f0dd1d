import { answerAuditProof } from '#lib/upstream/audit-access';
import { dependencies } from '../dependencies.ts';

export function GET(request: Request): Promise<Response> {
  return answerAuditProof(request, dependencies());
}
