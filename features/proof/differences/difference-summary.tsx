import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { signedQuantity } from '#lib/register/quantity';
import type { RecordDifference } from './types.ts';

export type OfIssuer = { issuer: number; today: string; onClose: (changed: boolean) => void };
export type OfDifference = OfIssuer & { difference: RecordDifference };

/** The record difference that a dialog is about. */
export const DifferenceSummary = ({ difference }: { difference: RecordDifference }) => (
  <p className="text-sm">
    {signedQuantity(exact(difference.shares))} shares of {difference.security}, opened{' '}
    {formatDate(difference.openedOn)}: {difference.cause}
  </p>
);
