import 'server-only';
import { dashboard } from '../gateway/wiring.ts';
import { store } from '../session/store.ts';
import type { Where } from './handler.ts';

/** Dependencies of the running dashboard. */
export const dependencies = (): Where => ({ pool: store(), context: dashboard() });
