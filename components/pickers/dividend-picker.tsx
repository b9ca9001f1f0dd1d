'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '#lib/api/query';
import { type DividendRow, dividendLabel } from './meetings.ts';
import { ObjectSelect } from './object-select.tsx';
import type { ObjectPickerProps } from './proxy-picker.tsx';

/** One dividend of the issuer. */
export function DividendPicker(props: ObjectPickerProps) {
  const { issuer } = props;
  const { data, error } = useQuery({
    ...query('GetDividendList', { customerIssuerId: issuer ?? 0 }),
    enabled: issuer !== null,
  });
  const rows = data?.map((row) => ({ id: `${row.dividendId}`, label: dividendLabel(row as DividendRow) }));
  return <ObjectSelect {...props} rows={rows} error={error?.message ?? null} noun="dividends" />;
}
