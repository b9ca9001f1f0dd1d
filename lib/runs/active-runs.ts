// Tracks the runs in progress of all processes, and interrupts those of stopped ones.

import 'server-only';
import type { Pool } from 'pg';
import type { Heartbeat } from '../postgres/heartbeat.ts';
import type { ActiveDownload } from './active-download.ts';
import { followRemoteRun } from './follow-remote-run.ts';
import { findRun, findUnfinished, interruptRuns, type RunRow } from './rows.ts';

type Given = {
  pool: Pool;
  keeper: Heartbeat;
  /** The runs this process receives. */
  lives: ReadonlyMap<string, ActiveDownload>;
  pathOf: (id: string) => string;
  removeFiles: (ids: string[]) => Promise<unknown>;
};

/** The state of runs, seen by one of several processes: its own runs and the others'. */
export function trackActiveRuns({ pool, keeper, lives, pathOf, removeFiles }: Given) {
  const followed = new Map<string, ActiveDownload>();
  const isActive = ({ state }: RunRow) => state === 'sent' || state === 'receiving';
  // A row assigned to this process that it does not know is lost, whatever the row says.
  const isLost = (row: RunRow) =>
    isActive(row) && (row.keeper === keeper.id ? !lives.has(row.id) : !keeper.isAlive(row.keeper));

  /** Interrupts the runs of dead processes. */
  async function interruptLost(): Promise<void> {
    const lost = (await findUnfinished(pool)).filter(isLost).map((row) => row.id);
    if (lost.length > 0) await removeFiles(await interruptRuns(pool, lost));
  }

  /** The row as it is, or as `interrupted` when its process is gone. */
  async function checked(row: RunRow): Promise<RunRow> {
    if (!isLost(row)) return row;
    await removeFiles(await interruptRuns(pool, [row.id]));
    return (await findRun(pool, row.id)) ?? row;
  }

  /** The run while its bytes arrive, here or in another process; null for an ended one. */
  function follow(row: RunRow): ActiveDownload | null {
    const { id } = row;
    const known = lives.get(id) ?? followed.get(id);
    if (known || !isActive(row)) return known ?? null;
    const check = async () => {
      const now = await findRun(pool, id);
      return now && checked(now);
    };
    const live = followRemoteRun(id, pathOf(id), check, () => followed.delete(id));
    followed.set(id, live);
    return live;
  }

  return { isActive, interruptLost, checked, follow };
}
