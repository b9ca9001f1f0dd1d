'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '#lib/api/query';
import { routes } from '#lib/routes';
import { Button } from '../ui/button.tsx';
import { comparableOf, duplicatesOf } from './duplicates.ts';
import type { HolderDraft } from './holder-draft.ts';

type Props = {
  issuer: number;
  draft: HolderDraft;
  /** Accounts that the registration replaces. */
  except?: readonly string[];
  /** Offers to take the account in place of the registration. */
  onUse?: (account: string) => void;
};

/** Names accounts that may belong to the same holder, before a second account is registered. */
export function DuplicatesNote({ issuer, draft, except = [], onUse }: Props) {
  const { data, error } = useQuery(query('GetShareholderDetailsList', { customerIssuerId: issuer }));
  const accounts = useMemo(() => comparableOf(data?.shareholders ?? []), [data]);
  if (error)
    return (
      <p role="status" className="text-sm text-warning">
        The accounts of this issuer could not be loaded, so duplicates were not checked.
      </p>
    );
  if (!data)
    return (
      <p role="status" className="text-sm text-muted">
        Checking for duplicate accounts…
      </p>
    );
  const found = duplicatesOf(draft, accounts).filter(({ account }) => !except.includes(account));
  if (found.length === 0)
    return (
      <p role="status" className="text-sm text-muted">
        No other account of this issuer has the same name, tax ID, email or address.
      </p>
    );
  return (
    <section
      role="status"
      aria-label="Possible duplicates"
      className="rounded-md border border-l-4 border-warning/40 bg-warning-soft px-3 py-2 text-sm"
    >
      <p className="font-medium">
        {found.length === 1
          ? 'This holder may already have an account:'
          : 'These accounts may be duplicates:'}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {found.map(({ account, name, reasons }) => (
          <li key={account}>
            <a href={routes.holder(issuer, account)} target="_blank" rel="noopener">
              {name}
            </a>{' '}
            ({account}): {reasons.join(', ')}
            {onUse && (
              <Button size="sm" className="ml-2" onClick={() => onUse(account)}>
                Use this account
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
