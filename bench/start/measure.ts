// Measures the start of the registry until its ready message.

import { largeRegistry } from '../programs/large-registry.ts';
import { type Form, type Row, row } from '../row.ts';

/** Seeding the register takes longer than the measurement. */
export const heavy = true;

/** From process start, with the database running, to its ready message. */
export async function measure({ full }: Form): Promise<Row[]> {
  const holders = full ? 1_000_000 : 100_000;
  const registry = await largeRegistry();
  try {
    await registry.seed(5001, holders);
    const values: number[] = [];
    for (let round = 0; round < (full ? 9 : 5); round += 1) {
      const program = await registry.start();
      values.push(program.readyMs);
      await program.stop();
    }
    return [
      row(`registry of ${holders} holders: start to ready`, 'ms', {
        values,
        limit: { of: 'value', atMost: 2000 },
      }),
    ];
  } finally {
    await registry.release();
  }
}
