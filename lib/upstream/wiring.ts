import 'server-only';
import { after } from 'next/server';
import { openAudit } from '../audit/audit.ts';
import { authSecret, env, registryNow } from '../env.ts';
import { todayIn } from '../format/today.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { openRuns } from '../runs/runs.ts';
import { personOf } from '../session/current.ts';
import { peerOf } from '../session/peer.ts';
import { store } from '../session/store.ts';
import { processWide } from '../store/process-wide.ts';
import type { Dashboard } from './dashboard.ts';
import { openLimits } from './limits.ts';
import { openUpstream } from './upstream.ts';

/** The dashboard's own parts, put together once per process from the environment. */
export function dashboard(): Dashboard {
  return processWide('dashboard', () => {
    const { registry, publicUrl, dataDir, runKeepDays } = env();
    const pool = store();
    return {
      upstream: openUpstream(registry),
      audit: openAudit(pool),
      runs: openRuns({
        pool,
        dataDir,
        keepDays: runKeepDays,
        today: () => todayIn(registry.timeZone, registryNow()),
      }),
      outbox: openOutbox({ pool, secret: authSecret() }),
      limits: openLimits(),
      publicUrl,
      secret: authSecret(),
      personOf,
      addressOf: peerOf,
      // The answer leaves first; Next keeps the process up until this is done.
      defer: (work) => after(() => work),
    };
  });
}
