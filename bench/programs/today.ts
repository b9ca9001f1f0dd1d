import { todayIn } from '#lib/format/today';

/** The day of the registries that the benches start, in their default time zone: in the evening it is not that of UTC. */
export const today = todayIn('America/New_York', new Date());
