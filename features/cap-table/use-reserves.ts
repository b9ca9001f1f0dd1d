import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dilutedQuery } from '#lib/api/register-queries';
import type { Balance } from '#lib/register/capacity';
import type { Check } from '#lib/register/checks';
import type { ClassDilution } from '#lib/register/ownership/dilution';

type Reserves = { classes: readonly ClassDilution[]; checks: readonly Check[] };

const none: Reserves = { classes: [], checks: [] };

/** The reserves of every class by name, and their checks. Few visits need them, so their code loads on demand. */
export function useReserves(
  issuer: number,
  day: string,
  balances: readonly Balance[] | null,
  enabled: boolean,
) {
  const { data, error, refetch } = useQuery({ ...dilutedQuery(issuer, day), enabled });
  const [made, setMade] = useState(none);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!enabled || !data) return;
    let isCurrent = true;
    import('#lib/register/ownership/dilution').then(
      ({ dilutionByClass, dilutionChecks }) => {
        const classes = dilutionByClass(data, balances);
        if (isCurrent) setMade({ classes, checks: dilutionChecks(classes, balances) });
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [enabled, data, balances]);
  return { ...(enabled ? made : none), error: enabled ? error : null, failed, refetch };
}
