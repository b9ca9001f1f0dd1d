import { RefreshPanel } from '#components/data/refresh-panel';
import { CheckList } from '#components/register/check-list';
import { MaybeLink } from '#components/register/maybe-link';
import { LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import type { User } from '#lib/access/roles';
import type { ApiError } from '#lib/api/error';
import { balanceInput, ownershipInput } from '#lib/api/register-queries';
import { formatDate } from '#lib/format/dates';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { readUpstream } from '#lib/gateway/prefetch';
import { readOwnershipSummary } from '#lib/gateway/summaries/ownership-summary';
import { dollarClasses } from '#lib/register/capacity';
import { type ClassOwnership, ownershipByClass, withTotals } from '#lib/register/ownership/ownership';
import { ownershipChecks } from '#lib/register/ownership/ownership-checks';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

const shownOwners = 5;

type Props = { user: User; issuer: number; asof: string | null; today: string };

/**
 * The five largest accounts of each class. Computed on the server while the response arrives: it lists every
 * account, which may be a million, and the page shows five.
 */
export async function LargestHolders({ user, issuer, asof, today }: Props) {
  const day = asof ?? today;
  const read = await Promise.all([
    readOwnershipSummary(user, ownershipInput(issuer, day), { shown: shownOwners, ranks: [shownOwners] }),
    readUpstream(user, 'GetIssuerBalance', balanceInput(issuer, day)),
  ]).catch((error: ApiError) => error);
  if (!Array.isArray(read))
    return <RefreshPanel code={read.code} message={read.message} requestId={read.requestId} />;
  const [{ response, totals }, balances] = read;
  const classes = withTotals(ownershipByClass(response), totals);
  const dollars = dollarClasses(balances);
  const shown = classes.filter((one) => one.owners.length > 0);
  if (shown.length === 0) {
    return (
      <EmptyState
        title={'No holders'}
        action={asof && <LinkButton href={routes.issuer(issuer)}>Return to today</LinkButton>}
      >
        {asof
          ? `No account of this issuer held shares on ${formatDate(asof)}. Select a later date.`
          : 'This issuer has no completed issuance yet. The first one adds holders.'}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={shown.length > 1 ? 'grid gap-x-10 gap-y-6 xl:grid-cols-2' : 'max-w-4xl'}>
        {shown.map((one) => (
          <ClassTop
            key={one.className}
            one={one}
            dollars={dollars.has(one.className)}
            {...{ issuer, asof }}
          />
        ))}
      </div>
      <CheckList checks={ownershipChecks(classes, balances)} />
    </>
  );
}

function ClassTop({
  one,
  dollars,
  issuer,
  asof,
}: {
  one: ClassOwnership;
  dollars: boolean;
  issuer: number;
  asof: string | null;
}) {
  const top = one.owners.slice(0, shownOwners);
  const held = top.at(-1)?.cumulative ?? null;
  return (
    <div className="min-w-0">
      <table className="w-full border-collapse">
        <caption className="pb-1 text-left font-medium">
          {one.className}{' '}
          <span className="font-normal text-muted">
            · {formatShares(one.holders)} {one.holders === 1 ? 'holder' : 'holders'}
          </span>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Holder</th>
            <th scope="col">Shares</th>
            <th scope="col">Percent of outstanding</th>
          </tr>
        </thead>
        <tbody>
          {top.map((owner) => (
            <tr key={owner.id} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal break-words">
                <MaybeLink href={owner.profile ? routes.holder(issuer, owner.profile, { asof }) : null}>
                  {owner.name}
                </MaybeLink>
              </th>
              <td className="py-1 pl-3 text-right align-top max-sm:hidden">
                {quantity(owner.shares, dollars)}
              </td>
              <td className="w-24 py-1 pl-3 text-right align-top">
                {percent(owner.shares, one.outstanding)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-rule font-medium">
            <th scope="row" className="py-1 pr-3 text-left font-medium">
              {top.length === 1 ? 'Total' : `Total of the ${top.length} largest`}
            </th>
            <td className="py-1 pl-3 text-right max-sm:hidden">{quantity(held, dollars)}</td>
            <td className="py-1 pl-3 text-right">{percent(held, one.outstanding)}</td>
          </tr>
        </tfoot>
      </table>
      {(one.allAccounts?.listed ?? 0) > shownOwners && (
        <Link
          href={routes.ownership(issuer, { asof, class: one.className })}
          className="text-sm print:hidden"
        >
          All {formatShares(one.holders)} holders of {one.className}
        </Link>
      )}
    </div>
  );
}

const percent = (part: bigint | null, whole: bigint | null) =>
  part === null || whole === null ? '–' : formatPercent(part, whole, 4);
