import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { can } from '#lib/access/can';
import { decide } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError, isApiError } from '#lib/api/error';
import type { EndpointId } from '#lib/contract/index';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { isCanceled, meetingsOf } from '#lib/register/meetings/meetings';
import { dueDay } from '#lib/register/schedule-days';
import {
  markScheduled,
  type ScheduleRow,
  scheduleDone,
  scheduleFailed,
  stopSchedule,
  takeSchedule,
} from '#lib/runs/schedule-rows';
import { withRequestId } from '#lib/transport/trace';
import { authorizeRead } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { performRead, performReport } from '../perform.ts';
import { inputFor } from './schedule-access.ts';

const retryMinutes = 15;
/** After these the schedule waits for the next day. */
const failuresMax = 8;

const lostAccess = 'You may not create this report any more.';

/**
 * Creates what is due on the registry's day `today`, as the users of the schedules, with the rights they have now. Each
 * schedule is looked at once a day by one of the dashboards, and again after a failure. Never throws for one schedule.
 */
export async function runSchedules(context: GatewayContext, pool: Pool, today: string): Promise<void> {
  for (;;) {
    const row = await takeSchedule(pool, today);
    if (!row) return;
    const requestId = randomUUID();
    await withRequestId(requestId, () => runOne(context, pool, row, { today, requestId }));
  }
}

type About = { today: string; requestId: string };

async function runOne(context: GatewayContext, pool: Pool, row: ScheduleRow, about: About): Promise<void> {
  const { id, endpoint, person: actor } = row;
  const issuer = row.issuer === null ? null : Number(row.issuer);
  const entry = { requestId: about.requestId, actor, action: 'report', endpoint, issuer } as const;
  try {
    const user = await context.userById(actor);
    if (!user) throw new ApiError('forbidden');
    const report = endpoint as EndpointId;
    const input = inputFor(row, about.today);
    // Asked on days without a file too: who lost access learns it now, not at the end of the month.
    const decision = input && decide(user, report, input);
    if (!decision?.allowed) throw new ApiError('forbidden');
    const records = row.every === 'record-date' ? await recordDates(context, user, issuer ?? 0, about) : [];
    const day = dueDay(row.every, row.done_through, about.today, records);
    const due = day && inputFor(row, day);
    if (!day || !due) return;
    const run = await performReport(context, user, report, due, { requestId: about.requestId, issuer });
    await markScheduled(pool, run, id);
    await scheduleDone(pool, id, day);
    await context.audit.record({
      ...entry,
      outcome: 'ok',
      object: run,
      effectiveDate: day,
      detail: { schedule: id },
    });
  } catch (error) {
    await ended(context, pool, row, entry, error);
  }
}

type Entry = Parameters<GatewayContext['audit']['record']>[0];

async function ended(
  context: GatewayContext,
  pool: Pool,
  row: ScheduleRow,
  entry: Omit<Entry, 'outcome'>,
  error: unknown,
): Promise<void> {
  const code = isApiError(error) ? error.code : 'failed';
  const isFinal = isApiError(error) && error.status < 500 && error.retryAfter === undefined;
  if (!isApiError(error)) console.error(JSON.stringify({ event: 'schedule-failed', error: String(error) }));
  const text =
    code === 'forbidden' ? lostAccess : isApiError(error) ? error.message : 'Something went wrong.';
  if (isFinal) await stopSchedule(pool, row.id, text);
  else if (row.failures + 1 < failuresMax) await scheduleFailed(pool, row.id, text, retryMinutes);
  const outcome = isFinal ? 'refused' : 'failed';
  await context.audit
    .record({ ...entry, outcome, detail: { schedule: row.id, code } })
    .catch(() => undefined);
}

/** Record dates of the issuer's meetings and dividends, as far as the user may see them. */
async function recordDates(
  context: GatewayContext,
  user: User,
  issuer: number,
  { requestId }: About,
): Promise<string[]> {
  const list = (id: EndpointId, input: Record<string, unknown>) =>
    can(user, id) ? performRead(context, user, id, authorizeRead(user, id, input), { requestId }) : [];
  const [meetings, dividends] = await Promise.all([
    list('GetProxyList', proxyListInput(issuer)),
    list('GetDividendList', dividendListInput(issuer)),
  ]);
  return [
    ...meetingsOf(meetings).flatMap((one) => (isCanceled(one) ? [] : [one.record.day])),
    ...dividendsOf(dividends).map((one) => one.record),
  ];
}
