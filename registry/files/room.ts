import { statfs } from 'node:fs/promises';
import { Failure } from '../http/failure.ts';

/** Orders that wait or run, of all clients and of one: whatever one client asks for, another's order finds a place. */
const ordersMax = 200;
const ordersOfOneMax = 100;
/** Left on the disk for what runs already; a list of a million holders is some 160 MB as a PDF. */
const freeBytesMin = 256 * 1024 * 1024;

/** Throws the refusal of an order there is no room for: 429 while others are made, 503 while the disk is nearly full. */
export async function refuseWithoutRoom(
  orders: { ofAll: number; ofClient: number },
  folder: string,
  freeBytes: (folder: string) => Promise<number> = freeOn,
): Promise<void> {
  if (orders.ofAll >= ordersMax || orders.ofClient >= ordersOfOneMax) {
    throw new Failure(429, 'Too many reports are waiting.', { headers: { 'retry-after': '10' } });
  }
  if ((await freeBytes(folder)) < freeBytesMin) {
    throw new Failure(
      503,
      'There is no space for another report. Files are kept for an hour, then removed.',
      {
        headers: { 'retry-after': '600' },
      },
    );
  }
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
