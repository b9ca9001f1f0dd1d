// Accounts, certificates and stops of an issuer for type-ahead fields.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComboboxItem } from '#components/ui/input/combobox';
import { query } from '#lib/api/query';
import { certificatesQuery } from '#lib/api/register-queries';
import { useAllRows } from '#lib/api/rows/all-rows';
import { type Certificate, certificatesOf } from '#lib/register/certificates';

const none: readonly never[] = [];

/** The accounts of an issuer for type-ahead, by their number in the registry. */
export function useAccountItems(issuer: number | null) {
  const { data, isPending, error } = useQuery({
    ...query('GetShareholderDetailsList', { customerIssuerId: issuer ?? 0 }),
    enabled: issuer !== null,
  });
  const items = useMemo(
    () =>
      (data?.shareholders ?? []).flatMap((one): ComboboxItem[] =>
        one.systemShareholderId
          ? [
              {
                id: `${one.systemShareholderId}`,
                label: one.name || `Account ${one.customerShareholderId}`,
                note: one.customerShareholderId ?? '',
                find: `${one.sortName ?? ''}`,
              },
            ]
          : [],
      ),
    [data],
  );
  const empty =
    issuer === null
      ? 'Choose the issuer first.'
      : error
        ? 'The accounts could not be loaded.'
        : isPending
          ? 'Loading accounts…'
          : 'No account matches.';
  return { items, empty, isLoading: issuer !== null && isPending && !error };
}

/** The outstanding certificates of an issuer, or of one of its accounts. */
export function useOutstanding(issuer: number | null, account?: string) {
  const { data, isPending, error } = useQuery({
    ...certificatesQuery(issuer ?? 0, account),
    enabled: issuer !== null && account !== '',
  });
  const certificates = useMemo<readonly Certificate[]>(
    () => (data === undefined ? none : certificatesOf(data).filter((one) => one.status !== 'Canceled')),
    [data],
  );
  return { certificates, isPending, error };
}

/** The active stops of an issuer; none are loaded while it is null. */
export function useActiveStops(issuer: number | null) {
  const { pages, complete, error } = useAllRows(
    'GetStops',
    { customerIssuerId: issuer ?? 0, status: 'Active' } as never,
    issuer !== null,
  );
  const stops = useMemo(() => pages.flatMap((page) => page.stops), [pages]);
  return { stops, complete, error };
}
