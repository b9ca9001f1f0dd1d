import type { RequestedClass } from '#registry/ledger/core/class-choice';

/** The class that a row names; no type, as the interface has it, means common stock. */
export const requestedClass = (type: string | undefined, series: string | undefined): RequestedClass => ({
  code: type === undefined || type === 'C' ? undefined : (type as RequestedClass['code']),
  series: series as RequestedClass['series'],
});
