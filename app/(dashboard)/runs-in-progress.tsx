'use client';

import { useQuery } from '@tanstack/react-query';
import { routes } from '#lib/routes';
import { RunIndicator } from '@/components/shell/run-indicator';
import { isUnderWay } from './run-states.ts';
import { runsQuery } from './runs.ts';

/** Link to the downloads with the number of reports in progress. */
export function RunsInProgress() {
  const { data } = useQuery(runsQuery());
  return <RunIndicator running={data?.filter(isUnderWay).length ?? 0} href={routes.downloads()} />;
}
