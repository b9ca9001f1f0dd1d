import type { RunView } from '#lib/runs/view';

/** True while a file is on its way. */
export const isUnderWay = (run: RunView) => run.state === 'sent' || run.state === 'receiving';
