import 'server-only';
import { store } from '#lib/session/store';
import { dashboard } from '#lib/upstream/wiring';
import type { Where } from './answer.ts';

/** Dependencies of the running dashboard. */
export const dependencies = (): Where => ({ pool: store(), board: dashboard() });
