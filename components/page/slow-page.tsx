// Sends a page whole where the registry responds at once, else streams it into its layout.

import 'server-only';
import type { ReactElement } from 'react';
import { LatePage } from '../data/slow-page-boundary.tsx';

const graceMs = 400;

/** The result when the work ends within the grace period, else undefined; the work continues. */
export async function within<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, graceMs, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * A page that needs the registry before it can render. If the response comes at once, the page is sent whole
 * with its HTTP status; else the shell is sent first and the page is streamed, so that something is visible at
 * once.
 */
export const slowPage =
  <Props extends unknown[]>(render: (...props: Props) => Promise<ReactElement>) =>
  async (...props: Props): Promise<ReactElement> => {
    const page = render(...props);
    const rendered = await within(page);
    if (rendered) return rendered;
    return (
      <LatePage text="The registry is slow to respond." lines={8}>
        {page}
      </LatePage>
    );
  };
