// Matrix of the largest holders, for a register that is too large for a browser.

import { RefreshPanel } from '#components/data/refresh-panel';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { ownershipInput } from '#lib/api/register-queries';
import { readOwnershipSummary } from '#lib/gateway/summaries/ownership-summary';
import type { Balance } from '#lib/register/capacity';
import { largestMatrix } from '#lib/register/ownership/matrix';
import { ownershipByClass, withTotals } from '#lib/register/ownership/ownership';
import { Matrix } from './chosen-view.tsx';

type Props = {
  user: User;
  issuer: number;
  name: string;
  asof: string | null;
  /** 'yyyy-mm-dd', the day of the rows. */
  day: string;
  balances: readonly Balance[];
};

/** Rows over all classes, shared equally: bounds the page for a large register. */
const rowsOfAllClasses = 300;
/** At least so many of each class. No class has more than 20 holders of 5 percent and more, so the filter for them is complete. */
const rowsOfClassMin = 20;

/**
 * Matrix of an issuer with too many accounts to send to a browser: the server adds them up as the response
 * arrives, and sends the largest and the totals.
 */
export async function LargestMatrix({ user, issuer, name, asof, day, balances }: Props) {
  const shown = Math.max(rowsOfClassMin, Math.floor(rowsOfAllClasses / Math.max(1, balances.length)));
  const read = await readOwnershipSummary(user, ownershipInput(issuer, day), { shown, ranks: [] }).catch(
    (error: ApiError) => error,
  );
  if (read instanceof Error)
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const { classes, lines } = largestMatrix(
    withTotals(ownershipByClass(read.response), read.totals),
    balances,
  );
  return <Matrix {...{ issuer, name, asof, day, classes, lines, balances }} isComplete={false} isPartial />;
}
