// Limits report orders in progress, in total and per client, and requires free disk space.

import { statfs } from 'node:fs/promises';
import { HttpError } from '../http/http-error.ts';

/**
 * Maximum orders waiting or running, in total and per client. One client cannot use up the places of the
 * others.
 */
const ordersMax = 200;
const ordersOfOneMax = 100;
/** Disk space kept free for running reports; a list of a million holders is about 160 MB as a PDF. */
const freeBytesMin = 256 * 1024 * 1024;

/**
 * Throws when an order exceeds a limit: 429 while others are in progress, 503 while the disk is nearly full.
 */
export async function enforceReportLimits(
  orders: { ofAll: number; ofClient: number },
  folder: string,
  freeBytes: (folder: string) => Promise<number> = freeOn,
): Promise<void> {
  if (orders.ofAll >= ordersMax || orders.ofClient >= ordersOfOneMax) {
    throw new HttpError(429, 'Too many reports are waiting.', { headers: { 'retry-after': '10' } });
  }
  if ((await freeBytes(folder)) < freeBytesMin) {
    throw new HttpError(
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
 * Reserves a place for each order, and frees it when `work` fails or calls `leave`. Reserved before any wait,
 * so that parallel orders cannot all take the last place.
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
      await enforceReportLimits({ ofAll, ofClient }, folder);
      return await work(leave);
    } catch (error) {
      leave();
      throw error;
    }
  };
}
