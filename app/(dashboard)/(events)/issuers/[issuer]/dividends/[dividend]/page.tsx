import type { Metadata } from 'next';
import { can } from '#lib/access/can';
import { routes } from '#lib/routes';
import { readUpstream } from '#lib/upstream/prefetch';
import { issuerTitle } from '../../../../../access.ts';
import { dividendListInput, dividendsOf } from '../../../../../dividends.ts';
import type { IssuerPageProps } from '../../../../../issuer-page.ts';
import { objectPage } from '../../../../../object-page.tsx';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { DividendScreen } from './dividend-screen.tsx';

type Props = IssuerPageProps<{ dividend: string }>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dividend');
}

export default function DividendPage(props: Props) {
  return patiently(dividend(props));
}

const dividend = async (props: Props) =>
  objectPage(props, {
    page: 'Dividend',
    given: (await props.params).dividend,
    here: routes.dividend,
    find: async ({ person, issuer }, key) =>
      dividendsOf(await readUpstream(person, 'GetDividendList', dividendListInput(issuer))).find(
        (one) => one.id === key,
      ),
    draw: (found, { person, issuer, name, asof, today }) => (
      <Prefetched
        person={person}
        queries={found.record && found.record <= today ? [balanceQuery(issuer, found.record)] : []}
      >
        <DividendScreen
          {...{ issuer, name, asof, today }}
          dividend={found}
          file={can(person, 'GenerateDividendDetails')}
        />
      </Prefetched>
    ),
  });
