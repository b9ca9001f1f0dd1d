import { createRoot } from 'react-dom/client';
import { columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { MadeOn } from '#components/table/made-on';
import { ToastProvider } from '#components/ui/overlay/toast';
import { ApiProvider } from '#lib/api/provider';
import { useRowRanges } from '#lib/api/rows/row-ranges';
import { bareList } from './bare.js';

// Three pages that the product does not have: a million rows read by ranges, the same in a bare list, and
// 100,000 rows in memory.
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

const wire = {
  GetShareholderCapTable: {
    method: 'GET',
    path: '/million',
    paging: { start: 'Start', rows: 'NumberOfRows', items: 'shareholders', total: 'totalShareholderRecords' },
  },
};
const input = { CustomerIssuerId: 1001 };
const responseMs = 30;

/** The registry of this page: returns any rows of the million after a short delay. */
async function responded(address) {
  const requested = new URL(address, location.origin).searchParams;
  const from = Number(requested.get('Start'));
  const to = Math.min(total, from + Number(requested.get('NumberOfRows')));
  const shareholders = Array.from({ length: to - from }, (_, step) => sentRow(rowOf(from + step)));
  await new Promise((done) => setTimeout(done, responseMs));
  return new Response(JSON.stringify({ totalShareholderRecords: total, shareholders }));
}
const sentRow = (row) => ({ ...row, shares: Number(row.shares) });
const readRow = (row) => ({ ...row, shares: BigInt(row.shares) });

function Million() {
  const ranges = useRowRanges('GetShareholderCapTable', input, readRow);
  return <DataTable id="million" label="Million" columns={kit} ranges={ranges} rowId={(row) => row.id} />;
}

const hundredThousand = () => Array.from({ length: 100_000 }, (_, index) => rowOf(index));
const rows = location.pathname === '/at-hand' ? hundredThousand() : [];
const AtHand = () => (
  <DataTable id="at-hand" label="At hand" columns={kit} rows={rows} rowId={(row) => row.id} selectable />
);

const root = document.getElementById('root');
if (location.pathname === '/bare') {
  const { format } = new Intl.NumberFormat('en-US');
  const texts = (index) => {
    const row = rowOf(index);
    return [row.name, row.account, row.class, format(row.shares), row.percent, row.since];
  };
  bareList(root, total, texts);
} else {
  window.fetch = responded;
  createRoot(root).render(
    <ApiProvider wire={wire} onSignedOut={() => {}}>
      <MadeOn value="2026-11-20">
        <ToastProvider>{location.pathname === '/million' ? <Million /> : <AtHand />}</ToastProvider>
      </MadeOn>
    </ApiProvider>,
  );
}
