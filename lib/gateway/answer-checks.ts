import 'server-only';
import { can } from '../access/can.ts';
import { coversIssuer } from '../access/decide.ts';
import { ApiError } from '../api/error.ts';
import { json } from '../api/respond.ts';
import type { SendRequest } from '../api/send-request.ts';
import { hasOperation } from './agent-operations.ts';
import { answerUser } from './answer-user.ts';
import { authorizeOperation, authorizeRead, type Input } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { performRead } from './perform.ts';
import { invalid, readIssuerAndDay } from './request.ts';
import { readAnswerChecks } from './summaries/answer-checks.ts';

/**
 * GET /api/answer-checks?issuer=&day=: the answers of the interface at the close of a day compared with each other.
 * Every answer is read as the user may read it; the figures of the comparisons are all that is sent. Never throws.
 */
export function handleAnswerChecks(
  request: Request,
  board: GatewayContext,
  today: string,
): Promise<Response> {
  return answerUser(request, board, { action: 'read', endpoint: 'GetIssuerBalance' }, async (asked) => {
    const { user, requestId, tell } = asked;
    authorizeOperation(user, 'GetIssuerBalance');
    const { issuer, day } = readIssuerAndDay(new URL(request.url).searchParams);
    if (day > today) throw invalid({ day: ['This must not be after today.'] });
    if (!coversIssuer(user, issuer)) throw new ApiError('forbidden');
    tell({ issuer, effectiveDate: day });
    const { signal } = request;
    // A refusal of one operation is an answer like any other: its comparisons cannot be made.
    const read = async (id: Parameters<SendRequest>[0], input: Input) =>
      performRead(board, user, id, authorizeRead(user, id, input), { requestId, signal });
    const hasBooks = can(user, 'GetProof', issuer) && (await hasOperation('GetProof', board));
    const groups = await readAnswerChecks(read as SendRequest, { issuer, day, today, hasBooks });
    return json({ groups }, { requestId, secure: false });
  });
}
