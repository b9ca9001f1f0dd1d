'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '#lib/api/query';
import { type MeetingRow, meetingLabel } from './meetings.ts';
import { ObjectSelect } from './object-select.tsx';

export type ObjectPickerProps = {
  name: string;
  label: string;
  hint: string;
  issuer: number | null;
  /** Digits of the object's number, or ''. */
  value: string;
  onChange: (value: string) => void;
};

/** One meeting of the issuer. */
export function ProxyPicker(props: ObjectPickerProps) {
  const { issuer } = props;
  const { data, error } = useQuery({
    ...query('GetProxyList', { customerIssuerId: issuer }),
    enabled: issuer !== null,
  });
  const rows = data?.map((row) => ({ id: `${row.proxyId}`, label: meetingLabel(row as MeetingRow) }));
  return <ObjectSelect {...props} rows={rows} error={error?.message ?? null} noun="meetings" />;
}
