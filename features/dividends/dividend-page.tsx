import { agentOperationsOf } from '#components/page/agent-operations';
import type { IssuerPageProps } from '#components/page/issuer-page';
import { objectPage } from '#components/page/object-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { balanceQuery } from '#lib/api/register-queries';
import { allRowsKey } from '#lib/api/rows/all-rows-key';
import { readUpstream } from '#lib/gateway/prefetch';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput } from '#lib/register/list-inputs';
import { routes } from '#lib/routes';
import { DividendView } from './dividend-view.tsx';
import { paymentsInput } from './payments.ts';

type Props = IssuerPageProps<{ dividend: string }>;

export const generateMetadata = issuerTitle('Dividend');

export const DividendPage = slowPage(async (props: Props) =>
  objectPage(props, {
    page: 'Dividend',
    given: (await props.params).dividend,
    here: routes.dividend,
    find: async ({ user, issuer }, key) =>
      dividendsOf(await readUpstream(user, 'GetDividendList', dividendListInput(issuer))).find(
        (one) => one.id === key,
      ),
    draw: async (found, { user, issuer, name, asof, today }) => (
      <Prefetched
        user={user}
        queries={[
          ...(found.record && found.record <= today ? [balanceQuery(issuer, found.record)] : []),
          ...(found.id === null
            ? []
            : [{ queryKey: allRowsKey('GetDividendPayments', paymentsInput(issuer, found.id)) }]),
        ]}
      >
        <DividendView
          {...{ issuer, name, asof, today }}
          dividend={found}
          file={can(user, 'GenerateDividendDetails')}
          operations={await agentOperationsOf(user)}
        />
      </Prefetched>
    ),
  }),
);
