// Calls the registry's item operations for the model tests.

import { endpointOf } from '#lib/contract/index';
import { decodeRequest } from '#lib/contract/wire/decode';
import { HttpError } from '#registry/http/http-error';
import { handlerOf } from '#registry/operations/index';
import { contextOf } from '../context.ts';
import { Divergence, type ModelRun } from '../model-run.ts';

export const actorOf = (email: string) => ({ email, firstName: 'A', lastName: 'B' });
export const users = ['clerk@example.com', 'operator@example.com', 'second@example.com'] as const;

/** Sent with a query: a read, or an upload with its file. */
export async function ask(
  run: ModelRun,
  id: 'GetItem' | 'GetItems' | 'UploadItemDocument',
  query: Record<string, unknown>,
  file?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const decoded = decodeRequest(endpointOf(id), { query: text }, { mode: 'registry' });
  if (!decoded.ok) throw new Divergence(`${id} is refused: ${JSON.stringify(decoded.fields)}`);
  try {
    const input = { ...(decoded.value as object), ...file };
    const body = await handlerOf(id)(contextOf(run, undefined), input as never);
    return { status: 200, body: body as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: error.status, body: { message: error.message } };
  }
}
