import 'server-only';
import { openAudit } from '../audit/audit.ts';
import { openDrafts } from '../drafts/drafts.ts';
import { authSecrets, env, registryNow } from '../env.ts';
import { todayIn } from '../format/today.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { openViewers } from '../presence/viewers.ts';
import { openRuns } from '../runs/runs.ts';
import { reloadUser, userOf } from '../session/current-user.ts';
import { clientAddressOf } from '../session/request-address.ts';
import { store } from '../session/store.ts';
import { userById } from '../session/user-by-id.ts';
import { processWide } from '../store/process-wide.ts';
import { atTheEnd, waitFor } from '../transport/drain.ts';
import { count } from '../upstream/metrics.ts';
import { openUpstream } from '../upstream/upstream.ts';
import type { GatewayContext } from './gateway-context.ts';
import { openLimits } from './limits.ts';

/** The dashboard's own parts, created once per process from the environment. */
export function dashboard(): GatewayContext {
  return processWide('dashboard', () => {
    const { registry, publicUrl, dataDir, runKeepDays } = env();
    const pool = store();
    const [secret, ...formerSecrets] = authSecrets();
    const runs = openRuns({
      pool,
      dataDir,
      keepDays: runKeepDays,
      today: () => todayIn(registry.timeZone, registryNow()),
      ended: (outcome) => count('sharebook_runs_total', { outcome }),
    });
    atTheEnd((graceMs) => runs.close(graceMs));
    const audit = openAudit(pool);
    audit.rejections.start();
    atTheEnd(() => audit.rejections.close());
    return {
      upstream: openUpstream(registry),
      audit,
      runs,
      outbox: openOutbox({ pool, secret, formerSecrets }),
      drafts: openDrafts({ pool, secret, formerSecrets }),
      viewers: openViewers(pool),
      limits: openLimits(),
      publicUrl,
      secret,
      formerSecrets,
      userOf,
      reloadUser,
      userById: (id) => userById(pool, id, registry.demo),
      addressOf: clientAddressOf,
      // The response is sent first; the process stays up until this is done.
      defer: waitFor,
    };
  });
}
