import type { IssuerPageProps } from '#components/page/issuer-page';
import { objectPage } from '#components/page/object-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import { can } from '#lib/access/can';
import { balanceQuery } from '#lib/api/register-queries';
import { readUpstream } from '#lib/gateway/prefetch';
import { proxyListInput } from '#lib/register/list-inputs';
import { meetingsOf } from '#lib/register/meetings/meetings';
import { routes } from '#lib/routes';
import { proposalsQuery } from './proposals.ts';
import { ProxyView } from './proxy-view.tsx';

type Props = IssuerPageProps<{ proxy: string }>;

export const generateMetadata = issuerTitle('Proxy');

export const ProxyPage = slowPage(async (props: Props) =>
  objectPage(props, {
    page: 'Proxy',
    given: (await props.params).proxy,
    here: routes.proxy,
    find: async ({ user, issuer }, key) =>
      meetingsOf(await readUpstream(user, 'GetProxyList', proxyListInput(issuer))).find(
        (one) => one.id === key,
      ),
    draw: (meeting, { user, issuer, name, asof, today }) => {
      const record = meeting.record.day;
      return (
        <Prefetched
          user={user}
          queries={[
            ...(record && record <= today ? [balanceQuery(issuer, record)] : []),
            ...(meeting.id === null ? [] : [proposalsQuery(issuer, meeting.id)]),
          ]}
        >
          <ProxyView {...{ issuer, name, meeting, asof, today }} file={can(user, 'GenerateProxyDetails')} />
        </Prefetched>
      );
    },
  }),
);
