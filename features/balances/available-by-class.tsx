import { CapacityBar, CapacityPatterns } from '#components/register/capacity-bar';
import { ratio } from '#lib/register/bigint-math';
import {
  availableToIssue,
  availableToIssueText,
  type Balance,
  capacityOf,
  hasBar,
} from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';

const lowPercent = 5;

/** Shares available to issue per class, as a sentence and a bar; unlimited classes have no bar. */
export function AvailableByClass({ balances }: { balances: readonly Balance[] }) {
  return (
    <>
      <CapacityPatterns />
      <ul className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        {balances.map((balance) => (
          <ClassAvailable key={balance.securityID ?? balance.className} balance={balance} />
        ))}
      </ul>
    </>
  );
}

function ClassAvailable({ balance }: { balance: Balance }) {
  const capacity = capacityOf(balance);
  const available = availableToIssue(capacity);
  const low = available !== null && (available < 0n || ratio(available, capacity.authorized) < lowPercent);
  return (
    <li className="min-w-0">
      <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{balance.className}</span>
        <span className={low ? 'font-medium text-danger' : undefined}>
          {capacity.unlimited
            ? 'Unlimited'
            : available === null
              ? '– (missing data)'
              : `${availableToIssueText(capacity)} of ${quantity(capacity.authorized, capacity.dollars)}`}
        </span>
      </p>
      {hasBar(capacity) ? (
        <CapacityBar capacity={capacity} className="h-3 w-full rounded" />
      ) : (
        <p className="text-sm text-muted">
          {capacity.unlimited
            ? 'The number of authorized shares is unlimited.'
            : capacity.authorized === null
              ? 'The registry did not report the authorized shares.'
              : 'No shares are authorized.'}
        </p>
      )}
    </li>
  );
}
