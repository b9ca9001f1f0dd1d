// Links from a line of the journal to its holder and its certificate.

import type { JournalLine } from '#lib/register/transactions/journal';
import { routes } from '#lib/routes';

/** The page of a line's holder, or null. */
export const holderOf = (issuer: number, { account, treasury }: JournalLine, asof: string | null) =>
  account && !treasury ? routes.holder(issuer, account, { asof }) : null;

/** The page of a line's certificate, or null. */
export const certificateOf = (
  issuer: number,
  { certificate, account, treasury }: JournalLine,
  asof: string | null,
) =>
  certificate === null || treasury
    ? null
    : routes.certificate(issuer, certificate, { holder: account, asof });
