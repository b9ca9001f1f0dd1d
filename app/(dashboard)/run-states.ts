import type { RunView } from '#lib/runs/view';

/** True while a report is in progress. */
export const isUnderWay = (run: RunView) => run.state === 'sent' || run.state === 'receiving';
