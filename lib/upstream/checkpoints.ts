// Starts the writing of checkpoints of the audit trail, and posts them to an address.

import 'server-only';
import type { Agent } from 'undici';
import { type Keeper, keepCheckpoints } from '../audit/checkpoint-keeper.ts';
import { publicKeyOf, readSigningKey } from '../audit/checkpoints.ts';
import { checkpointKey, env } from '../env.ts';
import { store } from '../session/store.ts';
import { processWide } from '../store/process-wide.ts';
import { atTheEnd } from '../transport/drain.ts';
import { openAgent, sendRequest } from './http-client.ts';
import { count } from './metrics.ts';

/** Response bytes accepted before the connection is dropped; only the status matters. */
const responseBytesMax = 64 * 1024;

/**
 * Posts one line to an address; throws unless it gets a 2xx in time. Redirects are not followed and count as
 * errors.
 */
export async function postCheckpoint(
  agent: Agent,
  to: string,
  line: string,
  withinMs: number,
): Promise<void> {
  const response = await sendRequest(agent, {
    method: 'POST',
    url: new URL(to),
    headers: { 'content-type': 'application/json' },
    body: `${line}\n`,
    headersMs: withinMs,
    signal: AbortSignal.timeout(Math.max(1, withinMs)),
  });
  try {
    if (response.status < 200 || response.status > 299)
      throw new Error(`The address for checkpoints answered ${response.status}.`);
    let read = 0;
    for await (const chunk of response.body) {
      read += chunk.byteLength;
      if (read > responseBytesMax) break;
    }
  } finally {
    response.drop();
  }
}

/** Starts writing checkpoints of the trail to AUDIT_SEAL_FILE and AUDIT_SEAL_URL; does nothing without them. */
export function startCheckpoints(): void {
  const { auditCheckpoints, dataDir } = env();
  const { file, url, everyMs } = auditCheckpoints;
  if (file === null && url === null) return;
  keeper(() => {
    const agent = openAgent();
    const key = readSigningKey(checkpointKey());
    console.log(JSON.stringify({ event: 'audit-checkpoints', key: publicKeyOf(key) }));
    const made = keepCheckpoints({
      pool: store(),
      dataDir,
      key,
      everyMs,
      file,
      post: url === null ? null : (line, withinMs) => postCheckpoint(agent, url, line, withinMs),
      report(to, error) {
        count('sharebook_audit_checkpoints_total', { to, outcome: error ? 'failed' : 'ok' });
        if (error) say('audit-checkpoint-failed', { to, error: error.message });
      },
      onShortened: (head, checkpoint) =>
        say('audit-trail-behind', { entries: Number(head.seq), noted: Number(checkpoint.seq) }),
    });
    void made.now();
    atTheEnd((graceMs) => made.stop(graceMs));
    return made;
  });
}

/** Readiness warnings: one text for each destination whose last checkpoint could not be written. */
export const checkpointWarnings = (): string[] =>
  (keeper(() => null)?.failing() ?? []).map(
    (to) =>
      `The last checkpoint of the audit trail could not be written to its ${to === 'url' ? 'address' : 'file'}.`,
  );

const keeper = (make: () => Keeper | null) => processWide<Keeper | null>('checkpoints', make);

function say(event: string, detail: Record<string, string | number>): void {
  console.error(JSON.stringify({ level: 'error', event, ...detail }));
}
