'use client';

import { later } from '@/components/ui/later';
import { Waiting } from '../../../waiting.tsx';

/** The table's code is loaded in parallel with the page. */
export const LazyPeopleTable = later(
  () => import('./people-table.tsx').then((part) => part.PeopleTable),
  <Waiting sentence="The table is being loaded." lines={8} />,
);
