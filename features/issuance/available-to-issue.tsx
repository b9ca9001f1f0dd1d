import { CapacityBar, CapacityPatterns } from '#components/register/capacity-bar';
import { availableToIssue, availableToIssueText, type Capacity } from '#lib/register/capacity';
import { quantity } from '#lib/register/quantity';

type Props = {
  /** Class of the shares. */
  className: string | null;
  capacity: Capacity | undefined;
  requested: bigint;
  isNewIssuer: boolean;
};

/** Shares of the class available to issue now, and after this issuance. */
export function AvailableToIssue({ className, capacity, requested, isNewIssuer }: Props) {
  const available = capacity ? availableToIssue(capacity) : null;
  const left = available === null ? null : available - requested;
  return (
    <aside
      aria-label="Available to issue"
      className="self-start border-y border-line py-3 lg:sticky lg:top-28"
    >
      <h2 className="font-title text-lg">{className ?? 'Class'}</h2>
      {!capacity ? (
        <p className="mt-1 text-sm text-muted">
          {isNewIssuer
            ? 'A new issuer has no limit until its agent sets one.'
            : 'Choose a class to see how many shares are available to issue.'}
        </p>
      ) : (
        <>
          <CapacityPatterns />
          <CapacityBar capacity={capacity} className="mt-2 h-2 w-full" />
          <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 tabular-nums [&>dd]:text-right [&>dt]:text-muted">
            <dt>Authorized</dt>
            <dd>{capacity.unlimited ? 'Unlimited' : quantity(capacity.authorized, capacity.dollars)}</dd>
            <dt>Issued</dt>
            <dd>{quantity(capacity.issued, capacity.dollars)}</dd>
            <dt>Reserved</dt>
            <dd>{quantity(capacity.reserved, capacity.dollars)}</dd>
            <dt>Available to issue</dt>
            <dd className="font-medium">{availableToIssueText(capacity)}</dd>
            <dt>This issuance</dt>
            <dd>{quantity(requested, capacity.dollars)}</dd>
          </dl>
          <p
            role="status"
            className={`mt-2 border-t border-line pt-2 ${left !== null && left < 0n ? 'font-medium text-danger' : ''}`}
          >
            {capacity.unlimited
              ? 'No limit is set for this class.'
              : left === null
                ? 'The registry does not report how many shares are available to issue.'
                : left < 0n
                  ? `${quantity(-left, capacity.dollars)} more than is available to issue.`
                  : `${quantity(left, capacity.dollars)} available after this issuance.`}
          </p>
        </>
      )}
    </aside>
  );
}
