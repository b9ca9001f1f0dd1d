import { queryOptions } from '@tanstack/react-query';
import type { ScheduleEvery } from '../register/schedule-days.ts';
import { request } from './call.ts';
import type { ApiError } from './error.ts';

/** A report that is created again for each of its days, as its user sees it. */
export type Schedule = {
  id: string;
  endpoint: string;
  issuer: number | null;
  every: ScheduleEvery;
  /** The next month end; null for record dates, which the registry announces. */
  next: string | null;
  /** Why it stopped by itself; null while it is active. */
  stopped: string | null;
  /** Why the last attempt failed, while another one will be made. */
  problem: string | null;
};

export const schedulesQuery = () =>
  queryOptions<readonly Schedule[], ApiError>({
    queryKey: ['schedules'],
    queryFn: async ({ signal }) =>
      ((await request('/api/schedules', { signal })) as { schedules: readonly Schedule[] }).schedules,
  });

/** Creates the report of a run again for each of its days. */
export const addSchedule = async (body: { run: string; every: ScheduleEvery }) =>
  (await request('/api/schedules', { method: 'POST', body })) as Schedule;

export const endSchedule = async (id: string) => {
  await request(`/api/schedules/${encodeURIComponent(id)}`, { method: 'DELETE' });
};
