import type { Pool } from 'pg';
import { answerAuditFile, answerAuditList, answerAuditProof } from '#lib/gateway/audit-access';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { answerReveal } from '#lib/gateway/reveal';
import {
  answerBatch,
  answerBatchBegin,
  answerBatchFile,
  answerBatchList,
} from '#lib/gateway/runs/batch-access';
import { answerGet } from '#lib/gateway/runs/get-file';
import { answerRun, answerRunDrop, answerRunFile, answerRunList } from '#lib/gateway/runs/run-access';
import { answerWrite, answerWriteAction, answerWriteList } from '#lib/gateway/writes/write-access';
import { routes } from '#lib/routes';

const pages = {
  signIn: routes.signIn(),
  form: (recipe: string, params: Record<string, string>) =>
    recipe ? routes.getRecipe(recipe, params) : routes.get(params),
  run: (id: string, params: Record<string, string>) => routes.getRun(id, params),
};

/** The route handlers of app/api without a server in front: what each file does with a request. */
export async function answerAt(request: Request, board: GatewayContext, pool: Pool): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, , room = '', given = '', last] = pathname.split('/');
  const id = decodeURIComponent(given);
  const { method } = request;
  if (room === 'upstream') return gateway(request, pathname.slice('/api/upstream'.length), board);
  if (room === 'get') return answerGet(request, { board, pool, pages, today: '2026-11-20' });
  if (room === 'runs' && !id) return answerRunList(request, pool, board);
  if (room === 'runs' && last === 'file') return answerRunFile(request, pool, board, id);
  if (room === 'runs' && method === 'DELETE') return answerRunDrop(request, pool, board, id);
  if (room === 'runs') return answerRun(request, pool, board, id);
  if (room === 'batches' && !id)
    return method === 'POST' ? answerBatchBegin(request, pool, board) : answerBatchList(request, pool, board);
  if (room === 'batches' && last === 'file') return answerBatchFile(request, pool, board, id, 'Test');
  if (room === 'batches') return answerBatch(request, pool, board, id);
  if (room === 'writes' && !id) return answerWriteList(request, board);
  if (room === 'writes' && method === 'POST') return answerWriteAction(request, board, id);
  if (room === 'holders') return answerReveal(request, board, id);
  const about = { pool, board, zone: 'America/New_York', today: '2026-11-20' };
  if (room === 'audit' && id === 'file') return answerAuditFile(request, about);
  if (room === 'audit' && id === 'proof') return answerAuditProof(request, about);
  if (room === 'audit') return answerAuditList(request, about);
  if (room === 'writes') return answerWrite(request, board, id);
  return Response.json({ error: { code: 'not_found' } }, { status: 404 });
}
