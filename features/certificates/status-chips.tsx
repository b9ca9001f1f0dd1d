'use client';

import { FilterChips } from '#components/register/filter-chips';
import { FilterSheet } from '#components/register/filter-sheet';
import { putParam } from '#components/ui/browser/address-params';
import type { Certificate } from '#lib/register/certificates';
import { type CertificateFilter, certificateTests } from '#lib/register/ownership/certificate-owners';

const chipLabels: readonly (readonly [CertificateFilter, string])[] = [
  ['outstanding', 'Outstanding'],
  ['stopped', 'Stopped'],
  ['restricted', 'Restricted'],
  ['canceled', 'Canceled'],
];

type Props = { certificates: readonly Certificate[]; current: CertificateFilter | null };

/** The statuses in use, as `?status=`. */
export function StatusChips({ certificates, current }: Props) {
  return (
    <FilterSheet chosen={chipLabels.find(([value]) => value === current)?.[1] ?? 'All'}>
      <FilterChips
        label="Filter certificates by status"
        current={current}
        onChoose={(value) => putParam('status', value)}
        chips={[
          { value: null, label: 'All', count: certificates.length },
          ...chipLabels.map(([value, label]) => ({
            value,
            label,
            count: certificates.filter(certificateTests[value]).length,
            hideEmpty: true,
          })),
        ]}
      />
    </FilterSheet>
  );
}
