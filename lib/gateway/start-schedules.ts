import 'server-only';
import { env, registryNow } from '../env.ts';
import { todayIn } from '../format/today.ts';
import { openMail } from '../mail/smtp.ts';
import { store } from '../session/store.ts';
import { processWide } from '../store/process-wide.ts';
import { isDraining, waitFor } from '../transport/drain.ts';
import { type NoticePages, sendNotices } from './runs/mail-notices.ts';
import { runSchedules } from './runs/run-schedules.ts';
import { dashboard } from './wiring.ts';

/** A day begins at midnight in the registry's zone; its files need not be there at once. */
const everyMs = 5 * 60_000;
const firstMs = 20_000;

/** Creates scheduled reports from now on, and sends their notices where a mail server is set; every dashboard of a store does, and each schedule is taken by one. */
export function startSchedules(pages: NoticePages): void {
  processWide('schedules', () => {
    const { mail } = env();
    const send = mail && openMail(mail);
    const look = () => {
      if (isDraining()) return;
      const today = todayIn(env().registry.timeZone, registryNow());
      const work = (async () => {
        await runSchedules(dashboard(), store(), today);
        if (send) await sendNotices(dashboard(), { pool: store(), send, pages });
      })().catch((error: Error) => {
        console.error(JSON.stringify({ event: 'schedules-failed', error: error.name }));
      });
      waitFor(work);
      work.finally(() => setTimeout(look, everyMs).unref());
    };
    setTimeout(look, firstMs).unref();
    return true;
  });
}
