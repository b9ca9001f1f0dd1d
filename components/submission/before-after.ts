// Computes the figures of a class before and after an issuance.

import type { Capacity } from '#lib/register/capacity';
import { availableToIssue } from '#lib/register/capacity';

export type BeforeAfter = { label: string; before: bigint | null; after: bigint | null; unlimited?: boolean };

const plus = (value: bigint | null, more: bigint) => (value === null ? null : value + more);

/** The class before and after an issuance; figures that no operation gave stay unknown. */
export function beforeAfter(
  capacity: Capacity,
  restricted: bigint | null,
  issued: { shares: bigint; restricted: bigint },
): BeforeAfter[] {
  const available = availableToIssue(capacity);
  return [
    { label: 'Issued', before: capacity.issued, after: plus(capacity.issued, issued.shares) },
    { label: 'Outstanding', before: capacity.outstanding, after: plus(capacity.outstanding, issued.shares) },
    { label: 'of which restricted', before: restricted, after: plus(restricted, issued.restricted) },
    {
      label: 'Available to issue',
      before: available,
      after: plus(available, -issued.shares),
      unlimited: capacity.unlimited,
    },
  ];
}
