// Route handlers of scheduled reports: list, create and stop.

import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { json } from '#lib/api/respond';
import type { Schedule } from '#lib/api/schedules';
import { type EndpointId, endpointIds, endpointOf } from '#lib/contract/index';
import { addDays } from '#lib/format/dates';
import { nextMonthEnd, type ScheduleEvery } from '#lib/register/schedule-days';
import type { RunRow } from '#lib/runs/rows';
import {
  findSchedule,
  findSchedules,
  insertSchedule,
  type ScheduleRow,
  stopSchedule,
} from '#lib/runs/schedule-rows';
import { answerUser } from '../answer-user.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { invalid, readBody, rejectForeign } from '../request.ts';
import { hasSecrets } from './link-rights.ts';
import { idForm, ownRun } from './own-run.ts';

const schedulesMax = 50;

/** The request of a schedule for one day; null when the report has no day that could be set. */
export function inputFor(
  { endpoint, input }: Pick<ScheduleRow, 'endpoint' | 'input'>,
  day: string,
): Record<string, unknown> | null {
  const id = endpointIds.find((one) => one === endpoint);
  const facts = id && endpointOf(id).report;
  // A report on one meeting, dividend or transaction is about its own day.
  if (!id || !facts || endpointOf(id).issuer.by !== 'field') return null;
  if (facts.asOf) return { ...input, [facts.asOf]: day };
  const { startDate, endDate } = input;
  return typeof startDate === 'string' && typeof endDate === 'string'
    ? { ...input, startDate: `${day.slice(0, 7)}-01`, endDate: day }
    : null;
}

/** For which days a user may have a report again and again; none for files that need a re-authentication each time. */
export function schedulesFor(
  user: User,
  run: Pick<RunRow, 'endpoint' | 'input'> & { issuer: bigint | number | null },
): ScheduleEvery[] {
  if (hasSecrets(run) || !inputFor(run, '2000-01-31')) return [];
  const hasDay = endpointOf(run.endpoint as EndpointId).report?.asOf !== undefined;
  const seesDates = can(user, 'GetProxyList') || can(user, 'GetDividendList');
  return hasDay && run.issuer !== null && seesDates ? ['month-end', 'record-date'] : ['month-end'];
}

const viewOf = (row: ScheduleRow): Schedule => ({
  id: row.id,
  endpoint: row.endpoint,
  issuer: row.issuer === null ? null : Number(row.issuer),
  every: row.every,
  next: row.every === 'month-end' ? nextMonthEnd(row.done_through) : null,
  stopped: row.stop_reason,
  problem: row.last_error,
});

/** GET /api/schedules: the user's own. */
export function handleScheduleList(request: Request, pool: Pool, context: GatewayContext): Promise<Response> {
  return answerUser(request, context, { action: 'schedules-list' }, async ({ user, requestId }) =>
    json({ schedules: (await findSchedules(pool, user.id)).map(viewOf) }, { requestId, secure: false }),
  );
}

/** POST /api/schedules `{ run, every }`: creates the report of an own run again for each month end or record date. */
export function handleScheduleMake(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  today: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'schedule-make', discloses: true },
    async ({ user, requestId, tell }) => {
      rejectForeign(request, context.publicUrl);
      const { run, every, ...others } = ((await readBody(request)) ?? {}) as Record<string, unknown>;
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) throw invalid({ [unknown]: ['Unknown field.'] });
      const row = await ownRun(pool, user, typeof run === 'string' ? run : '');
      const issuer = row.issuer === null ? null : Number(row.issuer);
      tell({ endpoint: row.endpoint, issuer });
      const chosen = schedulesFor(user, row).find((one) => one === every);
      if (!chosen) throw invalid({ every: ['This report cannot be repeated for these days.'] });
      const { endpoint, input } = row;
      const id = randomBytes(16).toString('base64url');
      const doneThrough = addDays(today, -1);
      const made = { id, person: user.id, endpoint, issuer, input, every: chosen, doneThrough };
      const stored = await insertSchedule(pool, made, schedulesMax);
      if (!stored)
        throw new ApiError('forbidden', {
          message: `You have ${schedulesMax} scheduled reports. Stop one first.`,
        });
      tell({ object: id, detail: { run: row.id, every: chosen } });
      return json(viewOf(stored), { requestId, secure: false });
    },
  );
}

/** DELETE /api/schedules/<id>: stops an own schedule; its files stay. */
export function handleScheduleStop(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'schedule-stop', object: id.slice(0, 64), discloses: true },
    async ({ user, requestId, tell }) => {
      rejectForeign(request, context.publicUrl);
      const row = idForm.test(id) ? await findSchedule(pool, id) : null;
      if (row?.person !== user.id) throw new ApiError('not_found');
      tell({ endpoint: row.endpoint, issuer: row.issuer === null ? null : Number(row.issuer) });
      await stopSchedule(pool, id, null);
      return json({ stopped: true }, { requestId, secure: false });
    },
  );
}
