// Handles the self-service form, which works without script.

import 'server-only';
import type { Pool } from 'pg';
import { needsReason } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { errorResponse, secured } from '#lib/api/respond';
import type { AuditEntry } from '#lib/audit/entry';
import { firstDayIn } from '#lib/reports/first-day';
import { type GetState, getParams, readGetState, readRequest } from '#lib/reports/self-service-form';
import { findRecent } from '#lib/runs/earlier-runs';
import { keepChoice } from '#lib/runs/last-choice';
import { beginEntry, noteError, recordFirst } from '../audited.ts';
import { authorizeOperation, authorizeRequest, effectiveDateOf, type Input, issuerOf } from '../authorize.ts';
import { isFormToken, readForm, rejectForeignForm } from '../form-token.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { isHolderOf, performReport } from '../perform.ts';
import { userOfRequest } from '../request.ts';

/** For this long, a finished file of the same request is offered instead of creating it again. */
const recentMinutes = 10;

/** Pages the handler redirects to; the caller builds their addresses. */
export type GetPages = {
  signIn: string;
  form: (recipe: string, params: Record<string, string>) => string;
  run: (id: string, params: Record<string, string>) => string;
};

type Where = { context: GatewayContext; pool: Pool; pages: GetPages; today: string };

/**
 * POST /api/get: the self-service form, sent by a browser without JavaScript. Same authorization, report and
 * audit entry as in the gateway; the response is always another page (303), with all input preserved when the
 * form has errors. A form from another site is rejected. Never throws. The frame is its own, not `answerUser`: without
 * script every outcome is another page, also for nobody signed in.
 */
export async function handleGet(request: Request, where: Where): Promise<Response> {
  const { context, pages } = where;
  const { about, entry } = beginEntry(request, context, 'report');
  let back: (error: string) => string = () => pages.form('', {});
  try {
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    rejectForeignForm(request, context.publicUrl);
    const form = await readForm(request);
    const user = await userOfRequest(context, request.headers);
    if (!user) return secured(seeOther(context, pages.signIn), about);
    entry.actor = user.id;
    const state = readGetState(form);
    const recipe = form.get('recipe') ?? '';
    back = (error) => pages.form(recipe, { ...getParams(state), problem: error });
    const secrets = [context.secret, ...context.formerSecrets];
    if (!isFormToken(secrets, user, form.get('token') ?? '')) throw new ApiError('csrf');
    const to = await made(user, state, form.get('again') === '1', where, entry);
    // The run exists either way; without its audit entry it is not disclosed (as in the gateway).
    await recordFirst(context, entry);
    return secured(seeOther(context, to), about);
  } catch (error) {
    const known = noteError(entry, error);
    await context.audit.record(entry).catch(() => undefined);
    if (!entry.actor) return errorResponse(known, about);
    return secured(seeOther(context, back(problemOf(known))), about);
  }
}

/** The error for the address of the form: wrong fields, the first day of the books, or its code. */
function problemOf({ code, beside, message }: ApiError): string {
  if (code === 'invalid' && beside?.problems) return String(beside.problems);
  return (code === 'upstream_rejected' && firstDayIn(message)) || code;
}

async function made(
  user: User,
  state: GetState,
  again: boolean,
  { context, pool, pages, today }: Where,
  entry: AuditEntry,
): Promise<string> {
  const got = readRequest(state, today);
  if (!got.report) throw new ApiError('invalid', { beside: { problems: got.problems.join(' ') } });
  const id = got.report.report;
  entry.endpoint = id;
  authorizeOperation(user, id);
  const input: Input = authorizeRequest(user, id, { query: new URLSearchParams(), body: got.input });
  entry.issuer = issuerOf(id, input);
  entry.effectiveDate = effectiveDateOf(id, input);
  // Requests that need a reason are not offered here; they have their own form.
  if (needsReason(id, input)) throw new ApiError('forbidden');
  if (got.report.requires === 'holder') await rejectUnknown(context, user, input, state.holder);
  const params = getParams(state);
  const recent = again
    ? null
    : await findRecent(pool, { person: user.id, endpoint: id, input }, recentMinutes);
  const run = recent ?? (await performReport(context, user, id, input, { requestId: entry.requestId }));
  entry.object = run;
  await keepChoice(pool, user.id, params);
  // Identifies this submission: its page starts the download once.
  const fresh = entry.requestId;
  return pages.run(run, recent ? { ...params, before: '1', fresh } : { fresh });
}

/**
 * An account of another issuer would give an empty statement. Checked in the issuer's own lists, as every
 * ownership check.
 */
async function rejectUnknown(
  context: GatewayContext,
  user: User,
  input: Input,
  account: string,
): Promise<void> {
  if (await isHolderOf(context, user, input.customerIssuerId as number, account)) return;
  throw new ApiError('invalid', { beside: { problems: 'account' } });
}

function seeOther(context: GatewayContext, path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: context.publicUrl + path, 'cache-control': 'no-store' },
  });
}
