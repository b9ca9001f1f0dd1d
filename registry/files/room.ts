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

/**
 * Gives each order its place while there is room, and takes it back when `work` fails or calls `leave`. Counted from the
 * first moment, so that many orders at once do not all find the last place.
 */
export function reportPlaces(folder: string) {
  const orders = new Map<string, number>();
  return async <T>(clientId: string, work: (leave: () => void) => Promise<T>): Promise<T> => {
    const ofClient = orders.get(clientId) ?? 0;
    const ofAll = [...orders.values()].reduce((sum, count) => sum + count, 0);
    const leave = () => {
      const left = (orders.get(clientId) ?? 1) - 1;
      if (left > 0) orders.set(clientId, left);
      else orders.delete(clientId);
    };
    orders.set(clientId, ofClient + 1);
    try {
      await refuseWithoutRoom({ ofAll, ofClient }, folder);
      return await work(leave);
    } catch (error) {
      leave();
      throw error;
    }
  };
}
