// Page on one object of an issuer, which is looked up in the issuer's lists.

import 'server-only';
import { notFound } from 'next/navigation';
import type { ReactElement } from 'react';
import { isApiError } from '#lib/api/error';
import { type Route, readIssuer } from '#lib/routes';
import { RefreshPanel } from '../data/refresh-panel.tsx';
import { type IssuerPageProps, type Opened, openIssuer } from './issuer-page.ts';

type Requested<T> = {
  /** Title while the registry does not respond: 'Certificate'. */
  page: string;
  /** The registry key as written in the address. */
  given: string;
  here: (issuer: number, key: number) => Route;
  /** Null or undefined when the registry's lists do not have it. */
  find: (at: Opened, key: number) => Promise<T | null | undefined>;
  draw: (found: T, at: Opened) => ReactElement | Promise<ReactElement>;
};

/** A page on one object of an issuer, found in the issuer's own lists, else "not found". */
export async function objectPage<T>(props: IssuerPageProps, requested: Requested<T>): Promise<ReactElement> {
  // Registry keys are whole numbers, like issuer ids.
  const key = readIssuer(requested.given) ?? notFound();
  const at = await openIssuer(props, (issuer) => requested.here(issuer, key));
  const found = await requested.find(at, key).catch((error: unknown) => {
    if (isApiError(error)) return error;
    throw error;
  });
  if (isApiError(found))
    return (
      <RefreshPanel
        page={requested.page}
        code={found.code}
        message={found.message}
        requestId={found.requestId}
      />
    );
  return requested.draw(found ?? notFound(), at);
}
