import { type Column, columns } from '#components/table/columns';
import { counted } from '#lib/format/shares';
import { percentUnits, sum } from '#lib/register/bigint-math';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import type { HolderRow, RegistrationRow } from './holders.ts';

const name = (issuer: number, asof: string | null, widthPx: number) =>
  columns.link<HolderRow>(
    'name',
    'Holder',
    (row) => row.name || row.account || '(no name)',
    (row) => (row.account ? routes.holder(issuer, row.account, { asof }) : null),
    { widthPx, total: (rows) => counted(rows.length, 'holder') },
  );

type Shown = {
  issuer: number;
  asof: string | null;
  classes: readonly string[];
  dollars: ReadonlySet<string>;
  contact: boolean;
};

/** One column of shares per class: shares of different classes are never added up. */
export function holderColumns({
  issuer,
  asof,
  classes,
  dollars,
  contact,
}: Shown): readonly Column<HolderRow>[] {
  const single = classes.length === 1 ? classes[0] : undefined;
  const held = (className: string) => (rows: readonly HolderRow[]) =>
    sum(rows.map((row) => row.byClass[className] ?? (className in row.byClass ? null : 0n)));
  return [
    name(issuer, asof, single ? 360 : 250),
    columns.text('account', 'Account', (row) => row.account, { widthPx: 112 }),
    ...(single
      ? []
      : [columns.shares<HolderRow>('classes', 'Classes', (row) => row.classes, { widthPx: 84 })]),
    ...classes.map((className, index) =>
      columns.shares<HolderRow>(
        `class${index}`,
        single ? 'Shares' : className,
        (row) => row.byClass[className],
        {
          widthPx: 132,
          help: single,
          cell: (row) =>
            className in row.byClass ? quantity(row.byClass[className] ?? null, dollars.has(className)) : '',
          total: (rows) => quantity(held(className)(rows), dollars.has(className)),
        },
      ),
    ),
    columns.text('kind', 'Type', (row) => row.kind, { widthPx: single ? 190 : 150 }),
    ...(contact ? [columns.text<HolderRow>('email', 'Email', (row) => row.email, { widthPx: 230 })] : []),
  ];
}

/** With a single class, adds a percentage column, computed over every loaded row. */
export function withPercent(
  shown: readonly Column<HolderRow>[],
  className: string,
  whole: bigint | null,
): readonly Column<HolderRow>[] {
  const percent = columns.percent<HolderRow>(
    'percent',
    '% of outstanding',
    (row) => percentUnits(row.byClass[className] ?? null, whole),
    { help: 'Percent of the outstanding shares of the class, calculated from exact share counts.' },
  );
  return shown.flatMap((column) => (column.id === 'class0' ? [column, percent] : [column]));
}

const holds = (row: RegistrationRow) => (row.holds === null ? '' : row.holds ? 'Holds shares' : 'No shares');

/** Every registration; columns of contact data only for users allowed to see it. */
export function registrationColumns(
  issuer: number,
  asof: string | null,
  contact: boolean,
): readonly Column<RegistrationRow>[] {
  return [
    columns.link<RegistrationRow>(
      'name',
      'Holder',
      (row) => row.name || row.account || '(no name)',
      (row) => (row.account ? routes.holder(issuer, row.account, { asof }) : null),
      { widthPx: 260, total: (rows) => counted(rows.length, 'registration') },
    ),
    columns.text('account', 'Account', (row) => row.account, { widthPx: 112 }),
    columns.text('kind', 'Type', (row) => row.kind, { widthPx: 150 }),
    columns.badge('holds', 'Holdings', holds, { 'Holds shares': 'positive' }, { widthPx: 112 }),
    ...(contact
      ? [
          columns.text<RegistrationRow>('address', 'Address', (row) => row.address, { widthPx: 280 }),
          columns.text<RegistrationRow>('city', 'City', (row) => row.city, { widthPx: 130, hidden: true }),
          columns.text<RegistrationRow>('state', 'State', (row) => row.state, { widthPx: 72, hidden: true }),
          columns.text<RegistrationRow>('country', 'Country', (row) => row.country, {
            widthPx: 120,
            hidden: true,
          }),
          columns.text<RegistrationRow>('email', 'Email', (row) => row.email, { widthPx: 200 }),
          columns.text<RegistrationRow>('phone', 'Phone', (row) => row.phone, { widthPx: 130, hidden: true }),
        ]
      : []),
    columns.text('taxId', 'Tax ID', (row) => row.taxId, {
      widthPx: 92,
      help: 'Last four digits. Empty when none is on file.',
    }),
  ];
}
