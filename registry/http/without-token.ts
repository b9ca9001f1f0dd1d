// Paths that need no API token: health, metrics and documentation.

import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { docsReply } from './docs.ts';
import { HttpError } from './http-error.ts';
import { metricsReply, type RegistryMetrics } from './metrics.ts';
import { jsonType, type Reply } from './reply.ts';

const version = '1.0';
const readyWithinMs = 3_000;

/** State that health and metrics report. */
export type Open = {
  baseUrl: string;
  /** Whether the database responds and has exactly this version's tables. */
  isCurrent: () => Promise<boolean>;
  isDraining: () => boolean;
  /** Warnings about settings that do not fit the incoming requests. */
  warnings: () => string[];
  metrics: RegistryMetrics;
  metricsToken: string | undefined;
};

/** The paths that need no API token: health, metrics and documentation. Undefined for any other path. */
export async function replyWithoutToken(
  open: Open,
  req: IncomingMessage,
  path: string,
): Promise<Reply | undefined> {
  const reply = await replyOf(open, req, path);
  if (!reply || req.method === 'GET' || req.method === 'HEAD') return reply;
  throw new HttpError(405, 'This address takes GET only.', { headers: { allow: 'GET, HEAD' } });
}

async function replyOf(open: Open, req: IncomingMessage, path: string): Promise<Reply | undefined> {
  if (path === '/health') return state(200, 'live');
  if (path === '/health/ready') return ready(open);
  // Without the token, as if the path did not exist.
  if (path === '/metrics') return metricsReply(open.metrics, open.metricsToken, req);
  return docsReply(path, open.baseUrl, version);
}

/** Fails while draining, so that a load balancer stops sending requests before the port closes. */
async function ready({ isDraining, isCurrent, warnings }: Open): Promise<Reply> {
  if (isDraining()) return state(503, 'draining');
  const late = pause(readyWithinMs, false, { ref: false });
  const current = await Promise.race([isCurrent().catch(() => false), late]);
  return current && !isDraining() ? state(200, 'ready', warnings()) : state(503, 'unavailable');
}

function state(status: number, name: string, warnings: readonly string[] = []): Reply {
  return {
    status,
    headers: { 'content-type': jsonType },
    body: JSON.stringify(warnings.length > 0 ? { status: name, warnings } : { status: name }),
  };
}
