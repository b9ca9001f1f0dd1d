import 'server-only';
import { store } from '../session/store.ts';
import { dashboard } from '../upstream/wiring.ts';
import type { Where } from './handler.ts';

/** Dependencies of the running dashboard. */
export const dependencies = (): Where => ({ pool: store(), board: dashboard() });
