import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';

type Instruction = NonNullable<ResponseFor<'GetItem'>['content']['instruction']>;

/** What an API client instructed, in lines; its certificates are in the effect. */
export function instructionLines({ certificates, shares, notBefore, sha256 }: Instruction): string[] {
  return [
    `${formatShares(certificates)} ${certificates === 1 ? 'certificate' : 'certificates'}, ${formatShares(shares)} ${String(shares) === '1' ? 'share' : 'shares'}`,
    `Not posted before ${formatDate(notBefore)}`,
    `SHA-256 of what was received: ${sha256 || '–'}`,
  ];
}
