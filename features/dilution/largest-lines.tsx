// Dilution of a register that is too large for a browser: its largest rows and totals.

import { Suspense } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RefreshPanel } from '#components/data/refresh-panel';
import { PrintedAs } from '#components/register/printed-as';
import { PageHeader } from '#components/ui/text';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { formatDate } from '#lib/format/dates';
import { readDilutionSummary } from '#lib/gateway/summaries/dilution-summary';
import type { Balance } from '#lib/register/capacity';
import { dilutionOfLargest } from './dilution-largest.ts';
import { Definition, DilutionFile, DilutionPanel } from './dilution-view.tsx';

type Props = {
  user: User;
  issuer: number;
  name: string;
  file: boolean;
  asof: string | null;
  today: string;
  balances: readonly Balance[];
};

/** Most lines over all classes, holders and reserves each: bounds the page for a large register. */
const shownMax = 100;
const shownMin = 10;

/** Variant for an issuer with too many accounts to send to a browser; see largest-owners.tsx of ownership. */
export function LargestLines(props: Props) {
  const { issuer, name, file, asof, today } = props;
  const day = formatDate(asof ?? today);
  const actions = file && <DilutionFile issuer={issuer} asof={asof} />;
  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${day}`} today={today} />
      <PageHeader kicker={name} title="Dilution" actions={actions} />
      <Definition />
      <Suspense fallback={<LoadingPlaceholder text={`Loading dilution as of ${day}…`} lines={12} />}>
        <Largest {...props} />
      </Suspense>
    </>
  );
}

async function Largest({ user, issuer, name, asof, today, balances }: Props) {
  const shown = Math.max(shownMin, Math.floor(shownMax / balances.length));
  const input = { customerIssuerId: issuer, cutoff: asof ?? today, isPDF: false };
  const read = await readDilutionSummary(user, input, shown).catch((error: ApiError) => error);
  if (read instanceof Error)
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const classes = dilutionOfLargest(read.response, read.totals, balances);
  return <DilutionPanel {...{ issuer, name, classes, balances, asof, today }} />;
}
