import type { ScheduleEvery } from '#lib/register/schedule-days';

/** For which days a report is created again. */
export const everyLabels: Record<ScheduleEvery, string> = {
  'month-end': 'Every month end',
  'record-date': 'Every record date of a meeting or dividend',
};
