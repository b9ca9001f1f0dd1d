import { formatShares } from '#lib/format/shares';
import type { Closing } from './document.ts';

/** 'Difference: 0 – in proof', or undefined where the report has no proof. */
export function proofLine({ proof }: Closing): string | undefined {
  if (!proof) return undefined;
  const result = proof.difference === 0n ? 'in proof' : 'out of proof';
  return `${proof.label ?? 'Difference'}: ${formatShares(proof.difference)} – ${result}`;
}
