// Ownership of a register that is too large for a browser: its largest accounts and totals.

import { Suspense } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RefreshPanel } from '#components/data/refresh-panel';
import { PrintedAs } from '#components/register/printed-as';
import { PageHeader } from '#components/ui/text';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { ownershipInput } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { readOwnershipSummary } from '#lib/gateway/summaries/ownership-summary';
import type { Balance } from '#lib/register/capacity';
import { concentrationRanks, ownershipByClass, withTotals } from '#lib/register/ownership/ownership';
import { ClassPanel, ListAsFile } from './ownership-view.tsx';

type Props = {
  user: User;
  issuer: number;
  name: string;
  asof: string | null;
  today: string;
  balances: readonly Balance[];
};

/** Most rows over all classes: bounds the page for a large register. */
const shownMax = 150;
/** The chart shows this many. */
const shownMin = 20;

/**
 * Variant for an issuer with too many accounts to send to a browser: the server adds them up as the response
 * arrives, and sends the largest and the totals.
 */
export function LargestOwners(props: Props) {
  const { issuer, name, asof, today } = props;
  const day = formatDate(asof ?? today);
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${day}`} today={today} />
      <PageHeader kicker={name} title="Ownership" actions={<ListAsFile issuer={issuer} asof={asof} />} />
      <Suspense fallback={<LoadingPlaceholder text={`Loading ownership as of ${day}…`} lines={12} />}>
        <Largest {...props} />
      </Suspense>
    </>
  );
}

async function Largest({ user, issuer, name, asof, today, balances }: Props) {
  const shown = Math.max(shownMin, Math.floor(shownMax / balances.length));
  const query = { shown, ranks: concentrationRanks };
  const input = ownershipInput(issuer, asof ?? today);
  const read = await readOwnershipSummary(user, input, query).catch((error: ApiError) => error);
  if (read instanceof Error)
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const classes = withTotals(ownershipByClass(read.response), read.totals);
  return <ClassPanel {...{ issuer, name, classes, balances, asof, today }} />;
}
