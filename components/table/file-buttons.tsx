'use client';

import { useContext, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/overlay/toast.tsx';
import type { Way } from './files/export-table.ts';
import type { Facts, Noun } from './files/row-texts.ts';
import { Making } from './made-on.tsx';
import type { Selection } from './rows/selection.ts';
import type { TableControl } from './use-table-control.ts';

const writers = () => import('./files/export-table.ts');

export type FileProps<Row> = {
  control: TableControl<Row>;
  selection: Selection<Row> | null;
  total: number;
  noun: Noun;
  label: string;
  about: Facts;
  /** Without an extension. */
  fileName: string;
};

/**
 * Copy, CSV and XLSX of the selected rows, else of all rows shown; the code that writes them loads on demand.
 */
export function FileButtons<Row>(props: FileProps<Row>) {
  const { control, selection, total, noun, label, about, fileName } = props;
  const [busy, setBusy] = useState<Way | null>(null);
  const notify = useToast();
  const making = useContext(Making);
  const { columns, shown, view, window } = control;
  const picked = selection !== null && selection.rows.length > 0;
  const rows = picked ? selection.rows : [...window.lead, ...window.all];
  const count = picked ? rows.length : window.all.length;

  const run = async (way: Way) => {
    setBusy(way);
    try {
      const { exportTable } = await writers();
      // A file describes the arrangement of its rows, which may differ from text typed a moment ago.
      const made = { ...view, ...window.arranged };
      const totaled = picked ? rows : window.all;
      const given = {
        label,
        about,
        columns,
        shown,
        rows,
        totaled,
        view: made,
        count,
        total,
        selected: picked,
        noun,
      };
      const done = await exportTable(way, { ...given, fileName, making });
      if (done) notify({ text: done, tone: 'positive' });
    } catch {
      const text =
        way === 'copy'
          ? 'This browser does not allow copying. Use CSV instead.'
          : 'The file could not be created. Try again.';
      notify({ text, tone: 'danger' });
    } finally {
      setBusy(null);
    }
  };
  const prefix = picked ? 'Download selected rows as ' : 'Download shown rows as ';
  // Preloaded on hover: some browsers allow copying only right after the press.
  const ahead = () => void writers().catch(() => undefined);
  return (
    <>
      <Button
        size="sm"
        icon="copy"
        pending={busy === 'copy'}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => run('copy')}
      >
        <span className="max-sm:sr-only">Copy</span>
      </Button>
      <Button size="sm" icon="download" pending={busy === 'csv'} onClick={() => run('csv')}>
        <span className="sr-only">{prefix}</span>CSV
      </Button>
      <Button size="sm" icon="download" pending={busy === 'xlsx'} onClick={() => run('xlsx')}>
        <span className="sr-only">{prefix}</span>XLSX
      </Button>
    </>
  );
}
