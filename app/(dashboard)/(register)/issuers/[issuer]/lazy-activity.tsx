'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { dollarClasses } from '../../../capacity-of.ts';
import { balanceQuery } from '../../../queries.ts';
import { Waiting } from '../../../waiting.tsx';

const Activity = dynamic(() => import('./recent-activity.tsx').then((part) => part.RecentActivity), {
  ssr: false,
  loading: () => <Waiting sentence="The journal is being loaded." lines={8} />,
});

type Props = { issuer: number; asof: string | null; today: string };

/** Comes after the page: journal and chart are the heaviest of it and the last to be looked at. */
export function LazyActivity(props: Props) {
  const { data } = useQuery(balanceQuery(props.issuer, props.asof ?? props.today));
  return <Activity {...props} dollars={[...dollarClasses(data ?? [])]} />;
}
