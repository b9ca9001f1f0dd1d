import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { can } from '#lib/access/can';
import { ApiError } from '#lib/api/error';
import { readAsOf, readIssuer, routes, type SearchParams } from '#lib/routes';
import { readUpstream } from '#lib/upstream/prefetch';
import { issuerTitle, requireFigures, requireIssuer, requirePerson } from '../../../../../access.ts';
import { meetingsOf, proxyListInput } from '../../../../../meetings.ts';
import { patiently } from '../../../../../patience.tsx';
import { Prefetched } from '../../../../../prefetch.tsx';
import { balanceQuery } from '../../../../../queries.ts';
import { RefreshPanel } from '../../../../../refresh-panel.tsx';
import { today } from '../../../../../today.ts';
import { ProxyScreen } from './proxy-screen.tsx';

type Props = { params: Promise<{ issuer: string; proxy: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return issuerTitle((await params).issuer, 'Proxy');
}

export default function ProxyPage(props: Props) {
  return patiently(proxy(props));
}

async function proxy({ params, searchParams }: Props) {
  const { issuer: segment, proxy: given } = await params;
  // Registry keys are whole numbers, like issuer ids.
  const key = readIssuer(given) ?? notFound();
  const person = await requirePerson(routes.proxy(Number(segment), key));
  requireFigures(person);
  const { customerIssuerId: id, name } = await requireIssuer(segment, person);
  const day = today();
  const list = await readUpstream(person, 'GetProxyList', proxyListInput(id)).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (list instanceof ApiError)
    return <RefreshPanel page="Proxy" code={list.code} message={list.message} requestId={list.requestId} />;
  const meeting = meetingsOf(list).find((one) => one.id === key) ?? notFound();
  const record = meeting.record.day;
  return (
    <Prefetched person={person} queries={record && record <= day ? [balanceQuery(id, record)] : []}>
      <ProxyScreen
        issuer={id}
        name={name}
        meeting={meeting}
        file={can(person, 'GenerateProxyDetails')}
        asof={readAsOf((await searchParams).asof, day)}
        today={day}
      />
    </Prefetched>
  );
}
