export { RepeatReport } from './repeat-report.tsx';
export { ScheduleList } from './schedule-list.tsx';
