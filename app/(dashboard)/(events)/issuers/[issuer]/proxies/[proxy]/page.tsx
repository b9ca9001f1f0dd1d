import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { readUpstream } from '#lib/upstream/prefetch';
import { issuerTitle } from '../../../../../access.ts';
import type { IssuerPageProps } from '../../../../../issuer-page.ts';
import { meetingsOf, proxyListInput } from '../../../../../meetings.ts';
import { objectPage } from '../../../../../object-page.tsx';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { ProxyScreen } from './proxy-screen.tsx';

type Props = IssuerPageProps<{ proxy: string }>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Proxy');
}

export default function ProxyPage(props: Props) {
  return patiently(proxy(props));
}

const proxy = async (props: Props) =>
  objectPage(props, {
    page: 'Proxy',
    given: (await props.params).proxy,
    here: routes.proxy,
    find: async ({ person, issuer }, key) =>
      meetingsOf(await readUpstream(person, 'GetProxyList', proxyListInput(issuer))).find(
        (one) => one.id === key,
      ),
    draw: (meeting, { person, issuer, name, asof, today }) => {
      const record = meeting.record.day;
      return (
        <Prefetched person={person} queries={record && record <= today ? [balanceQuery(issuer, record)] : []}>
          <ProxyScreen
            {...{ issuer, name, meeting, asof, today }}
            file={can(person, 'GenerateProxyDetails')}
          />
        </Prefetched>
      );
    },
  });
