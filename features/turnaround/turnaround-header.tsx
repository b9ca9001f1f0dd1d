// Title of the turnaround page, and the month in its address.

'use client';

import { putParam } from '#components/ui/browser/address-params';
import { Button } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';

export const setMonth = (month: string) => putParam('month', month);

/** Title of the page with the years beside the one shown. */
export function TurnaroundHeader({ year, today }: { year: number; today: string }) {
  const thisYear = Number(today.slice(0, 4));
  return (
    <PageHeader
      kicker={`All issuers · Current, ${formatDate(today)}`}
      title="Turnaround"
      description="Items for transfer by month of receipt. At least 90% of the routine ones must be turned around within three business days."
      actions={
        <>
          <Button onClick={() => setMonth(`${year - 1}-12`)}>{year - 1}</Button>
          {year < thisYear && (
            <Button onClick={() => setMonth(year + 1 === thisYear ? today.slice(0, 7) : `${year + 1}-12`)}>
              {year + 1}
            </Button>
          )}
        </>
      }
    />
  );
}
