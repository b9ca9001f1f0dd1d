import 'server-only';
import type { ReactElement } from 'react';
import { LatePage } from './late-page.tsx';

const graceMs = 400;

/** What the work gives if it is done within the grace, else undefined; the work itself goes on. */
export async function within<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, graceMs, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * A page that asks the registry before it can be drawn: whole, and with its status, when the answer comes at once;
 * else the frame is sent first and the page follows (peers §6: slow shows something at once).
 */
export async function patiently(page: Promise<ReactElement>): Promise<ReactElement> {
  const drawn = await within(page);
  if (drawn) return drawn;
  return (
    <LatePage sentence="The registry is slow to answer." lines={8}>
      {page}
    </LatePage>
  );
}
