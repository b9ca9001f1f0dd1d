import type { ReactNode } from 'react';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

type Props = {
  issuer: number;
  accounts: number;
  /** As-of date of the page; null for today. */
  asof: string | null;
  /** What was requested, as the start of a sentence. */
  requested: string;
  /** Where a part of it is available; default: the largest owners. */
  instead?: ReactNode;
};

/** States what cannot be shown for a very large register, and where the same figures are. */
export const TooLargeNotice = ({ issuer, accounts, asof, requested, instead }: Props) => (
  <EmptyState
    title="Too large to display"
    action={
      <>
        {instead ?? <LinkButton href={routes.ownership(issuer, { asof })}>View largest holders</LinkButton>}
        <LinkButton href={routes.newReport('shareholder-list', { issuer, asof })}>
          Create shareholder list
        </LinkButton>
      </>
    }
  >
    {requested} needs all {formatShares(BigInt(accounts))} accounts, which is too many for a browser to load.
  </EmptyState>
);
