import 'server-only';
import { can } from '../access/can.ts';
import { coversIssuer } from '../access/decide.ts';
import { ApiError } from '../api/error.ts';
import { balanceInput } from '../api/register-queries.ts';
import type { SendRequest } from '../api/send-request.ts';
import { hasOperation } from './agent-operations.ts';
import { answerUser } from './answer-user.ts';
import { authorizeOperation, authorizeRead, type Input } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { jsonLines } from './json-lines.ts';
import { performRead } from './perform.ts';
import { invalid, readIssuerAndDay } from './request.ts';
import { answerCheckLines } from './summaries/answer-checks.ts';

/**
 * GET /api/answer-checks?issuer=&day=: the answers of the interface at the close of a day compared with each other, as
 * JSON lines (`CheckLine`), each kind of comparisons as soon as its answers are read. Every answer is read as the user may
 * read it; the figures of the comparisons are all that is sent. Never throws.
 */
export function handleAnswerChecks(
  request: Request,
  context: GatewayContext,
  today: string,
): Promise<Response> {
  return answerUser(request, context, { action: 'read', endpoint: 'GetIssuerBalance' }, async (asked) => {
    const { user, requestId, tell } = asked;
    authorizeOperation(user, 'GetIssuerBalance');
    const { issuer, day } = readIssuerAndDay(new URL(request.url).searchParams);
    if (day > today) throw invalid({ day: ['This must not be after today.'] });
    if (!coversIssuer(user, issuer)) throw new ApiError('forbidden');
    tell({ issuer, effectiveDate: day });
    const { signal } = request;
    // A refusal of one operation is an answer like any other: its comparisons cannot be made.
    const send = (async (id: Parameters<SendRequest>[0], input: Input) =>
      performRead(context, user, id, authorizeRead(user, id, input), { requestId, signal })) as SendRequest;
    const hasBooks = can(user, 'GetProof', issuer) && (await hasOperation('GetProof', context));
    // Without the balance nothing can be compared: its error is that of the request.
    const balances = await send('GetIssuerBalance', balanceInput(issuer, day));
    return jsonLines(requestId, answerCheckLines(send, { issuer, day, today, hasBooks, balances }));
  });
}
