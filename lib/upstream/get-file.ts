import 'server-only';
import type { Pool } from 'pg';
import { needsReason } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { errorAnswer, secured } from '../api/respond.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { type GetState, getParams, readGetState, readWish } from '../reports/getting.ts';
import { keepChoice } from '../runs/choices.ts';
import { findRecent } from '../runs/earlier.ts';
import { requestIdHere } from '../transport/trace.ts';
import { authoriseOperation, authoriseRequest, effectiveDateOf, type Input, issuerOf } from './authorise.ts';
import type { Dashboard } from './dashboard.ts';
import { knownError } from './faults.ts';
import { isFormToken, readForm, refuseForeignForm } from './form-token.ts';
import { isHolderOf, performReport } from './perform.ts';
import { whoAsks } from './request.ts';

/** As long as a finished file of the same request is pointed at instead of made again. */
const recentMinutes = 10;

/** Pages the handler leads to; the caller writes the addresses. */
export type GetPages = {
  signIn: string;
  form: (recipe: string, params: Record<string, string>) => string;
  run: (id: string, params: Record<string, string>) => string;
};

type Where = { board: Dashboard; pool: Pool; pages: GetPages; today: string };

/**
 * POST /api/get: the self-service form, sent by a browser without script. The same decision, report and audit entry as
 * the gateway's; the answer is always another page (303), a refused form with everything typed kept. A form from another
 * site is refused flatly. Never throws.
 */
export async function answerGet(request: Request, where: Where): Promise<Response> {
  const { board, pages } = where;
  const requestId = requestIdHere();
  const about = { requestId, secure: board.publicUrl.startsWith('https:') };
  const address = board.addressOf(request.headers);
  const entry: AuditEntry = { requestId, actor: null, action: 'report', outcome: 'ok', address };
  let back: (problem: string) => string = () => pages.form('', {});
  try {
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    refuseForeignForm(request, board.publicUrl);
    const form = await readForm(request);
    const person = await whoAsks(board, request.headers);
    if (!person) return secured(seeOther(board, pages.signIn), about);
    entry.actor = person.id;
    const state = readGetState(form);
    const recipe = form.get('recipe') ?? '';
    back = (problem) => pages.form(recipe, { ...getParams(state), problem });
    const secrets = [board.secret, ...board.formerSecrets];
    if (!isFormToken(secrets, person, form.get('token') ?? '')) throw new ApiError('csrf');
    const to = await made(person, state, form.get('again') === '1', where, entry);
    await record(board, entry);
    return secured(seeOther(board, to), about);
  } catch (error) {
    const known = knownError(error, requestId);
    entry.outcome = known.status < 500 ? 'refused' : 'failed';
    entry.detail = { code: known.code };
    await board.audit.record(entry).catch(() => undefined);
    if (!entry.actor) return errorAnswer(known, about);
    const problem = known.code === 'invalid' && known.beside?.problems ? known.beside.problems : known.code;
    return secured(seeOther(board, back(problem)), about);
  }
}

async function made(
  person: Person,
  state: GetState,
  again: boolean,
  { board, pool, pages, today }: Where,
  entry: AuditEntry,
): Promise<string> {
  const got = readWish(state, today);
  if (!got.want) throw new ApiError('invalid', { beside: { problems: got.problems.join(' ') } });
  const id = got.want.report;
  entry.endpoint = id;
  authoriseOperation(person, id);
  const input: Input = authoriseRequest(person, id, { query: new URLSearchParams(), body: got.input });
  entry.issuer = issuerOf(id, input);
  entry.effectiveDate = effectiveDateOf(id, input);
  // What needs a reason is never offered here; it has a form of its own.
  if (needsReason(id, input)) throw new ApiError('forbidden');
  if (got.want.asks === 'holder') await refuseUnknown(board, person, input, state.holder);
  const params = getParams(state);
  const recent = again
    ? null
    : await findRecent(pool, { person: person.id, endpoint: id, input }, recentMinutes);
  const run = recent ?? (await performReport(board, person, id, input, { requestId: entry.requestId }));
  entry.object = run;
  await keepChoice(pool, person.id, params);
  // Names this pressing of the button: its page hands the file over once.
  const fresh = entry.requestId;
  return pages.run(run, recent ? { ...params, before: '1', fresh } : { fresh });
}

/** An account that is not of the issuer would make an empty statement. Asked of the issuer's own lists, as for every proof. */
async function refuseUnknown(board: Dashboard, person: Person, input: Input, account: string): Promise<void> {
  if (await isHolderOf(board, person, input.customerIssuerId as number, account)) return;
  throw new ApiError('invalid', { beside: { problems: 'account' } });
}

/** The run stands either way; without its entry in the trail it is not handed out (as the gateway does). */
async function record(board: Dashboard, entry: AuditEntry): Promise<void> {
  await board.audit.record(entry).catch(() => {
    throw new ApiError('audit_unavailable');
  });
}

function seeOther(board: Dashboard, path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: board.publicUrl + path, 'cache-control': 'no-store' },
  });
}
