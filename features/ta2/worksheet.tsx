'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Waiting } from '#components/data/waiting';
import { FilterChips, putParam } from '#components/register/filter-chips';
import { Badge } from '#components/ui/badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/inputs';
import { Section } from '#components/ui/text';
import { sourceOf, toneOf } from './line-source.ts';
import type { Filled } from './ta2-filled.ts';

type Props = {
  year: number;
  lines: readonly Filled[];
  typed: Readonly<Record<string, string>>;
  onType: (id: string, value: string) => void;
  onClear: () => void;
  today: string;
  /** The year has not ended. */
  partial: boolean;
};

const WorksheetTable = lazyComponent(
  () => import('./worksheet-table.tsx').then((part) => part.WorksheetTable),
  <Waiting text="Loading table…" lines={12} />,
  'when drawn',
);

/** The lines as a form, and the same as a table for printing and spreadsheets. */
export function Worksheet({ year, lines, typed, onType, onClear, today, partial }: Props) {
  const view = useSearchParams().get('view') === 'table' ? 'table' : null;
  const responses = Object.keys(typed).length;
  return (
    <Section
      title="Lines"
      aside={
        responses > 0 && (
          <Button size="sm" onClick={onClear} className="print:hidden">
            Delete {responses === 1 ? '1 manual entry' : `${responses} manual entries`}
          </Button>
        )
      }
    >
      <div className="mb-3">
        <FilterChips
          label="View"
          current={view}
          onChoose={(value) => putParam('view', value)}
          chips={[
            { value: null, label: 'Form' },
            { value: 'table', label: 'Table and export' },
          ]}
        />
      </div>
      {view === 'table' ? (
        <WorksheetTable {...{ year, lines, today, partial }} />
      ) : (
        <ul className="border-t border-line">
          {lines.map((line) => (
            <FillLine key={line.id} line={line} typed={typed[line.id] ?? ''} onType={onType} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** One line: a given value is shown as text and can be overridden; a missing one is an input. */
function FillLine({ line, typed, onType }: { line: Filled; typed: string } & Pick<Props, 'onType'>) {
  const [open, setOpen] = useState(false);
  const requested = line.given === '' || typed !== '' || open;
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_minmax(0,24rem)_7rem] items-start gap-x-4 gap-y-1 border-b border-line py-1 max-lg:grid-cols-[3.5rem_minmax(0,1fr)]">
      <span className="pt-1 text-muted">{line.number}</span>
      <div className="min-w-0 pt-1">
        {line.question}
        {line.source !== 'operation' && <p className="text-xs text-muted">{line.note}</p>}
      </div>
      {requested ? (
        <Field
          label={`${line.number} ${line.question}`}
          hideLabel
          className="max-lg:col-start-2"
          hint={line.given ? `Registry value: ${line.given}. Clear the field to use it.` : undefined}
        >
          <TextInput
            value={typed}
            autoFocus={open}
            onChange={(event) => onType(line.id, event.target.value)}
          />
        </Field>
      ) : (
        <div className="flex items-start justify-between gap-3 pt-1 max-lg:col-start-2">
          <span className="min-w-0 break-words">{line.given}</span>
          <Button
            size="sm"
            aria-label={`Change ${line.number} ${line.question}`}
            onClick={() => setOpen(true)}
            className="print:hidden"
          >
            Change
          </Button>
        </div>
      )}
      <span className="pt-1 max-lg:col-start-2">
        <Badge tone={toneOf(line)}>{sourceOf(line)}</Badge>
      </span>
    </li>
  );
}
