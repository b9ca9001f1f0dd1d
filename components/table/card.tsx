'use client';

import { cn } from '../ui/cn.ts';
import { Icon } from '../ui/icons.tsx';
import { PressButton } from '../ui/press-button.tsx';
import type { Column } from './columns.tsx';

/** What of a row is shown in a narrow window: its name, notes below it, and at most two figures beside them. */
export type Card<Row> = {
  title: Column<Row>;
  notes: readonly Column<Row>[];
  figures: readonly Column<Row>[];
};

const figuresMax = 2;

/**
 * The card of the shown columns: those marked as `card`, else the first column, the first text and the first two
 * figures or dates. Null where a table of so few columns fits as it is.
 */
export function cardOf<Row>(shown: readonly Column<Row>[]): Card<Row> | null {
  const marked = (part: Column<Row>['card']) => shown.filter(({ card }) => card === part);
  const title = marked('title')[0] ?? shown[0];
  if (!title || shown.length < 3) return null;
  const rest = shown.filter((column) => column !== title);
  const of = (kind: Column<Row>['kind']) => rest.filter((column) => column.kind === kind && !column.card);
  const notes = marked('note');
  return {
    title,
    notes: notes.length > 0 ? notes : of('text').slice(0, 1),
    figures: [...marked('figure'), ...of('number'), ...of('date')].slice(0, figuresMax),
  };
}

type HeadProps<Row> = {
  card: Card<Row>;
  sortedAs: (column: Column<Row>) => { desc: boolean } | undefined;
  press: (column: Column<Row>) => void;
};

/** The names of the card's parts, placed as the parts are; a press sorts. */
export function CardHead<Row>({ card, sortedAs, press }: HeadProps<Row>) {
  const button = (column: Column<Row>) => {
    const sort = sortedAs(column);
    return (
      <PressButton
        key={column.id}
        type="button"
        onClick={() => press(column)}
        className="flex min-h-6 min-w-0 items-center gap-1 hover:text-accent focus-visible:-outline-offset-2"
      >
        <span className="truncate">{column.header}</span>
        {sort && <Icon name={sort.desc ? 'down' : 'up'} className="size-3.5 shrink-0 text-accent" />}
        {sort && <span className="sr-only">, sorted {sort.desc ? 'descending' : 'ascending'}</span>}
      </PressButton>
    );
  };
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 border-b border-rule bg-sunken px-2 py-1 text-left text-xs font-medium"
    >
      <span className="flex justify-between gap-3">
        <span className="min-w-0">
          {button(card.title)}
          <span className="flex gap-3">{card.notes.map(button)}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end">{card.figures.map(button)}</span>
      </span>
    </th>
  );
}

const contentOf = <Row,>(column: Column<Row>, row: Row) =>
  column.cell ? column.cell(row) : column.format(column.value(row));

/** One row as a card. Figures are never cut; names may be, and have a tooltip. */
export function CardCell<Row>({ card, row }: { card: Card<Row>; row: Row }) {
  const text = (column: Column<Row>) => column.format(column.value(row));
  return (
    <th scope="row" className="relative border-b border-line bg-inherit px-2 text-left font-normal">
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 leading-5">
          <span
            // Under a finger the whole card opens what its title links to; a link among the notes stays above that.
            className="block truncate font-medium pointer-coarse:[&_:is(a,button)]:after:absolute pointer-coarse:[&_:is(a,button)]:after:inset-0"
            title={text(card.title)}
          >
            {contentOf(card.title, row)}
          </span>
          <span className="flex gap-2 text-xs text-muted [&_:is(a,button)]:relative [&_:is(a,button)]:z-1">
            {card.notes.map((column, index) => (
              // The last note takes what is left; the others are short and stay whole.
              <span
                key={column.id}
                className={cn(column.whole || index < card.notes.length - 1 ? 'shrink-0' : 'truncate')}
              >
                <span className="sr-only">{column.header} </span>
                {contentOf(column, row)}
              </span>
            ))}
          </span>
        </span>
        <span className="shrink-0 text-right leading-5 whitespace-nowrap">
          {card.figures.map((column, index) => (
            <span key={column.id} className={cn('block', index > 0 && 'text-xs text-muted')}>
              <span className="sr-only">{column.header} </span>
              {contentOf(column, row)}
            </span>
          ))}
        </span>
      </span>
    </th>
  );
}

/** Totals of the card's figures, or what is counted. */
export function CardTotals<Row>(props: {
  card: Card<Row>;
  totals: ReadonlyMap<string, string>;
  label: string;
}) {
  const { card, totals, label } = props;
  const of = (column: Column<Row>) => totals.get(column.id) ?? '';
  return (
    <th scope="row" className="sticky bottom-0 z-10 bg-sunken px-2 text-left text-sm font-semibold">
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0">{of(card.title) || label}</span>
        <span className="shrink-0 text-right">
          {card.figures
            .filter((column) => of(column))
            .map((column) => (
              <span key={column.id} className="block">
                <span className="sr-only">{column.header} </span>
                {of(column)}
              </span>
            ))}
        </span>
      </span>
    </th>
  );
}
