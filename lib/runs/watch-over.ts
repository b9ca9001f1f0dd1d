import 'server-only';
import type { Pool } from 'pg';
import type { Mark } from '../postgres/mark.ts';
import { followElsewhere } from './elsewhere.ts';
import type { Live } from './live.ts';
import { findRun, findUnfinished, interruptRuns, type RunRow } from './rows.ts';

type Given = {
  pool: Pool;
  keeper: Mark;
  /** The runs this process takes in. */
  lives: ReadonlyMap<string, Live>;
  pathOf: (id: string) => string;
  removeFiles: (ids: string[]) => Promise<unknown>;
};

/** What one of several processes can tell of runs, its own and the others'. */
export function watchOver({ pool, keeper, lives, pathOf, removeFiles }: Given) {
  const followed = new Map<string, Live>();
  const isUnderWay = ({ state }: RunRow) => state === 'sent' || state === 'receiving';
  // What this process does not know of it has given up on, whatever the row says.
  const isLost = (row: RunRow) =>
    isUnderWay(row) && (row.keeper === keeper.id ? !lives.has(row.id) : !keeper.isAlive(row.keeper));

  /** Ends what dead processes left under way. */
  async function interruptLost(): Promise<void> {
    const lost = (await findUnfinished(pool)).filter(isLost).map((row) => row.id);
    if (lost.length > 0) await removeFiles(await interruptRuns(pool, lost));
  }

  /** The row as it is, or as `interrupted` when the process that worked on it is gone. */
  async function checked(row: RunRow): Promise<RunRow> {
    if (!isLost(row)) return row;
    await removeFiles(await interruptRuns(pool, [row.id]));
    return (await findRun(pool, row.id)) ?? row;
  }

  /** The run while its bytes arrive, here or in another process; null for one that has ended. */
  function follow(row: RunRow): Live | null {
    const { id } = row;
    const known = lives.get(id) ?? followed.get(id);
    if (known || !isUnderWay(row)) return known ?? null;
    const look = async () => {
      const now = await findRun(pool, id);
      return now && checked(now);
    };
    const live = followElsewhere(id, pathOf(id), look, () => followed.delete(id));
    followed.set(id, live);
    return live;
  }

  return { isUnderWay, interruptLost, checked, follow };
}
