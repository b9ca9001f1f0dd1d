// Proof line and verdict at the end of a report.

import { formatShares } from '#lib/format/shares';
import type { Closing } from './document.ts';

/** 'Difference: 0' where the report compares sums, and the verdict on the books where it gives one. */
export function proofLines({ proof, verdict }: Closing): string[] {
  return [
    ...(proof ? [`${proof.label ?? 'Difference'}: ${formatShares(proof.difference)}`] : []),
    ...(verdict ? [verdict] : []),
  ];
}
