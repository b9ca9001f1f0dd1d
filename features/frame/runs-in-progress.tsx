'use client';

import { useQuery } from '@tanstack/react-query';
import { RunIndicator } from '#components/shell/run-indicator';
import { isUnderWay, runsQuery } from '#lib/api/runs';
import { routes } from '#lib/routes';

/** Link to the downloads with the number of reports in progress. */
export function RunsInProgress() {
  const { data } = useQuery(runsQuery());
  return <RunIndicator running={data?.filter(isUnderWay).length ?? 0} href={routes.downloads()} />;
}
