import { Suspense } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { type IssuerPageProps, openIssuer } from '#components/page/issuer-page';
import { balanceOfMany } from '#components/page/many-accounts';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { balanceQuery, capTableInput } from '#lib/api/register-queries';
import { allRowsKey } from '#lib/api/rows/all-rows-key';
import { only, routes } from '#lib/routes';
import { CapTableView } from './cap-table-view.tsx';
import { LargestMatrix } from './largest-matrix.tsx';
import { capTableView, waitingLines } from './views.ts';

export const generateMetadata = issuerTitle('Cap table');

export const CapTablePage = slowPage(async (props: IssuerPageProps) => {
  const { user, issuer, name, search, asof, today } = await openIssuer(props, routes.capTable);
  const rows = { queryKey: allRowsKey('GetShareholderCapTable', capTableInput(issuer)) };
  const past = asof !== null && only(search.show) !== 'current';
  const given = capTableView(only(search.view));
  const day = past ? asof : today;
  const many = given === 'matrix' ? await balanceOfMany(user, issuer, day) : null;
  const balance = balanceQuery(issuer, asof ?? today);
  return (
    <Prefetched user={user} queries={past ? [balance] : [balance, rows]}>
      <CapTableView
        issuer={issuer}
        name={name}
        given={given}
        asof={asof}
        today={today}
        largest={
          many && (
            <Suspense fallback={<LoadingPlaceholder text="Loading cap table…" lines={waitingLines} />}>
              <LargestMatrix {...{ user, issuer, name, asof, day }} balances={many} />
            </Suspense>
          )
        }
      />
    </Prefetched>
  );
});
