// Calls the route handler that a request of the access matrix belongs to, without a server.

import type { Pool } from 'pg';
import { handleAuditFile, handleAuditList, handleAuditProof } from '#lib/gateway/audit-access';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleReveal } from '#lib/gateway/reveal';
import {
  handleBatch,
  handleBatchBegin,
  handleBatchFile,
  handleBatchList,
} from '#lib/gateway/runs/batch-access';
import { handleGet } from '#lib/gateway/runs/get-file';
import { handleRun, handleRunDrop, handleRunFile, handleRunList } from '#lib/gateway/runs/run-access';
import {
  handleScheduleList,
  handleScheduleMake,
  handleScheduleStop,
} from '#lib/gateway/runs/schedule-access';
import { handleLinkList, handleLinkMake, handleLinkRevoke } from '#lib/gateway/runs/send-file';
import { handleSentFacts } from '#lib/gateway/runs/sent-file';
import { handleScenario } from '#lib/gateway/scenario-access';
import { handleWrite, handleWriteAction, handleWriteList } from '#lib/gateway/writes/write-access';
import { routes } from '#lib/routes';

const pages = {
  signIn: routes.signIn(),
  form: (recipe: string, params: Record<string, string>) =>
    recipe ? routes.getRecipe(recipe, params) : routes.get(params),
  run: (id: string, params: Record<string, string>) => routes.getRun(id, params),
};

/** The route handlers of app/api without a server in front: what each file does with a request. */
export async function handleAt(request: Request, context: GatewayContext, pool: Pool): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, , kind = '', given = '', last, more = ''] = pathname.split('/');
  const id = decodeURIComponent(given);
  const { method } = request;
  if (kind === 'upstream') return gateway(request, pathname.slice('/api/upstream'.length), context);
  if (kind === 'get') return handleGet(request, { context, pool, pages, today: '2026-11-20' });
  if (kind === 'runs' && !id) return handleRunList(request, pool, context);
  if (kind === 'runs' && last === 'file') return handleRunFile(request, pool, context, id);
  if (kind === 'runs' && last === 'links') {
    const where = { pool, context, pagePath: '/public/file' };
    if (method === 'DELETE') return handleLinkRevoke(request, where, { run: id, link: more });
    return method === 'POST' ? handleLinkMake(request, where, id) : handleLinkList(request, where, id);
  }
  if (kind === 'schedules' && method === 'DELETE') return handleScheduleStop(request, pool, context, id);
  if (kind === 'schedules')
    return method === 'POST'
      ? handleScheduleMake(request, pool, context, '2026-11-20')
      : handleScheduleList(request, pool, context);
  if (kind === 'public')
    return handleSentFacts(request, { pool, context, zone: 'America/New_York', pagePath: '/public/file' });
  if (kind === 'runs' && method === 'DELETE') return handleRunDrop(request, pool, context, id);
  if (kind === 'runs') return handleRun(request, pool, context, id);
  if (kind === 'batches' && !id)
    return method === 'POST'
      ? handleBatchBegin(request, pool, context, '2026-11-20')
      : handleBatchList(request, pool, context);
  if (kind === 'batches' && last === 'file') return handleBatchFile(request, pool, context, id, 'Test');
  if (kind === 'batches') return handleBatch(request, pool, context, id);
  if (kind === 'writes' && !id) return handleWriteList(request, context);
  if (kind === 'writes' && method === 'POST') return handleWriteAction(request, context, id);
  if (kind === 'scenarios') return handleScenario(request, pool, context, id);
  if (kind === 'holders') return handleReveal(request, context, id);
  const about = {
    pool,
    context,
    zone: 'America/New_York',
    today: '2026-11-20',
    now: new Date('2026-11-20T15:04:05Z'),
  };
  if (kind === 'audit' && id === 'file') return handleAuditFile(request, about);
  if (kind === 'audit' && id === 'proof') return handleAuditProof(request, about);
  if (kind === 'audit') return handleAuditList(request, about);
  if (kind === 'writes') return handleWrite(request, context, id);
  return Response.json({ error: { code: 'not_found' } }, { status: 404 });
}
