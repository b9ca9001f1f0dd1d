// Loads all issuers of the demo into an empty registry database.

import type { Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { takeIds } from '#registry/db/ids';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { loadAgent } from './agent.ts';
import { loadPositionFiles } from './depository.ts';
import { ashgrove } from './issuers/ashgrove.ts';
import { bluewater } from './issuers/bluewater.ts';
import { corrigan } from './issuers/corrigan.ts';
import { halden } from './issuers/halden.ts';
import { larkspur } from './issuers/larkspur.ts';
import { northgate } from './issuers/northgate.ts';
import { prairie } from './issuers/prairie.ts';
import { tidewater } from './issuers/tidewater.ts';
import { vantage } from './issuers/vantage.ts';
import { type ItemSettings, lastBusinessDay, loadItems } from './items/load.ts';
import { createPrng } from './prng.ts';
import { createWorld } from './world.ts';

/** Increased whenever the generator produces different data. */
const generator = '6';

/** More than all issuers together use. */
const holderIds = 60_000;

/** The day up to which programs and tests load the demo. */
export const demoLastDay = '2026-11-20';

export type DemoOptions = {
  /** The last day of the simulated history; its dates are written for 2026-11-20. */
  lastDay: string;
  /** Loads the work queue as well; it and the pending transactions are dated from the day of this clock. */
  items?: ItemSettings;
};

const issuers = [larkspur, bluewater, ashgrove, prairie, corrigan, tidewater, halden, northgate, vantage];

/**
 * Loads the demo by running the ledger's verbs over the simulated years; the data is the same on every machine, but
 * for the days of the work queue.
 * One transaction: a load that is killed leaves nothing and starts again. Does nothing when the demo exists.
 */
export async function loadDemo(pool: Pool, options: DemoOptions): Promise<void> {
  const isLoaded = await withTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query('select 1 from demo_state where id = 1');
    if (rowCount) return true;
    const { lastDay, items } = options;
    const queueDay = items ? lastBusinessDay(items.clock.today()) : lastDay;
    const world = createWorld(tx, { lastDay, queueDay }, await takeIds(tx, 'holder', holderIds));
    await loadAgent(world);
    for (const load of issuers) {
      const simulation = await load(world);
      await flushUnitOfWork(simulation.book);
      // The next issuer begins with a stream of its own, so that a change at one leaves the others as they are.
      world.rng = createPrng(`harborline after ${simulation.book.issuerName}`);
    }
    if (items) await loadItems(tx, items);
    await loadPositionFiles(tx, lastDay);
    await tx.query('insert into demo_state (id, generator, last_day, loaded_at) values (1, $1, $2, now())', [
      generator,
      lastDay,
    ]);
    return false;
  });
  if (!isLoaded) await pool.query('vacuum analyze');
}
