import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { columns } from '@/components/table/columns';
import { DataTable } from '@/components/table/data-table';
import { ToastProvider } from '@/components/ui/toast';

// Two tables that no page of the product has: a million rows read by ranges, and 100,000 rows at hand.
const kit = [
  columns.text('name', 'Holder', (row) => row.name, { widthPx: 260 }),
  columns.text('account', 'Account', (row) => row.account, { widthPx: 112 }),
  columns.text('class', 'Class', (row) => row.class, { widthPx: 190 }),
  columns.shares('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
  columns.percent('percent', '% of class', (row) => row.percent),
  columns.date('since', 'Since', (row) => row.since),
];

const rowOf = (index) => ({
  id: `${index}`,
  name: `${['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm'][index % 5]} Holdings ${(index * 7919) % 1_000_003}`,
  account: `${100_000_000 + index}`,
  class: index % 3 === 0 ? 'Class B Common' : 'Class A Common',
  shares: BigInt((index * 104_729) % 9_999_991),
  percent: `0.${String((index * 31) % 10_000).padStart(8, '0')}`,
  since: `20${10 + (index % 16)}-0${1 + (index % 9)}-1${index % 9}`,
});

const total = 1_000_000;
const nothing = () => {};

function Million() {
  const [here, setHere] = useState([0, 0]);
  const ranges = useMemo(
    () => ({
      ...{ total, received: 1_000, all: null, readingAll: false, moved: false, error: null },
      ...{ readAll: nothing, stop: nothing, retry: nothing, again: nothing },
      at: (index) => (index >= here[0] && index < here[1] ? rowOf(index) : undefined),
      // The registry answers a moment later.
      want: (from, to) => setTimeout(() => setHere([from, to]), 30),
    }),
    [here],
  );
  return <DataTable id="million" label="Million" columns={kit} ranges={ranges} rowId={(row) => row.id} />;
}

const rows = Array.from({ length: 100_000 }, (_, index) => rowOf(index));
const AtHand = () => (
  <DataTable id="at-hand" label="At hand" columns={kit} rows={rows} rowId={(row) => row.id} selectable />
);

createRoot(document.getElementById('root')).render(
  <ToastProvider>{location.pathname === '/million' ? <Million /> : <AtHand />}</ToastProvider>,
);
