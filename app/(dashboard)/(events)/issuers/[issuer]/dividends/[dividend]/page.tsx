import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '#lib/access/can';
import { ApiError } from '#lib/api/error';
import { readAsOf, readIssuer, routes, type SearchParams } from '#lib/routes';
import { readUpstream } from '#lib/upstream/prefetch';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../../access.ts';
import { dividendListInput, dividendsOf } from '../../../../../dividends.ts';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { RefreshPanel } from '../../../../../refresh-panel.tsx';
import { today } from '../../../../../today.ts';
import { DividendScreen } from './dividend-screen.tsx';

type Props = { params: Promise<{ issuer: string; dividend: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Dividend');
}

export default function DividendPage(props: Props) {
  return patiently(dividend(props));
}

async function dividend({ params, searchParams }: Props) {
  const { issuer: segment, dividend: given } = await params;
  // Registry keys are whole numbers, like issuer ids.
  const key = readIssuer(given) ?? notFound();
  const person = await requirePerson(routes.dividend(Number(segment), key));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  const list = await readUpstream(person, 'GetDividendList', dividendListInput(id)).catch(
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
  if (list instanceof ApiError)
    return (
      <RefreshPanel page="Dividend" code={list.code} message={list.message} requestId={list.requestId} />
    );
  const found = dividendsOf(list).find((one) => one.id === key) ?? notFound();
  return (
    <Prefetched
      person={person}
      queries={found.record && found.record <= day ? [balanceQuery(id, found.record)] : []}
    >
      <DividendScreen
        issuer={id}
        name={name}
        dividend={found}
        file={can(person, 'GenerateDividendDetails')}
        asof={readAsOf((await searchParams).asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
