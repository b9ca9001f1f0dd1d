'use client';

import { useState } from 'react';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { formatShares } from '#lib/format/shares';
import { type LineActions, LineRow } from './line-row.tsx';
import type { Section } from './lines.ts';

type Props = { sections: readonly Section[]; year: number } & LineActions;

/** The items of the form, folded: each says how many of its lines have no answer. */
export function LineSections({ sections, year, ...actions }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isAllOpen = sections.every(({ section }) => open.has(section));
  const toggle = (section: string, isOpen: boolean) =>
    setOpen((before) => {
      if (before.has(section) === isOpen) return before;
      const after = new Set(before);
      if (isOpen) after.add(section);
      else after.delete(section);
      return after;
    });
  return (
    <>
      <p className="mb-2 print:hidden">
        <Button
          size="sm"
          onClick={() => setOpen(new Set(isAllOpen ? [] : sections.map(({ section }) => section)))}
        >
          {isAllOpen ? 'Hide all lines' : 'Show all lines'}
        </Button>
      </p>
      <div className="border-t border-line">
        {sections.map(({ section, title, lines }) => (
          <details
            key={section}
            open={open.has(section)}
            onToggle={(event) => toggle(section, event.currentTarget.open)}
            className="group/part border-b border-line"
          >
            <summary className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="font-medium">{title}</span>
              <SectionState lines={lines} />
              <span className="text-sm text-muted underline print:hidden">
                <span className="group-open/part:hidden">Show lines</span>
                <span className="hidden group-open/part:inline">Hide lines</span>
              </span>
            </summary>
            <div className="pb-3 pl-1">
              <p className="hidden grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,15rem)_minmax(0,10rem)_9rem] gap-x-4 border-b border-rule pb-1 text-xs text-muted lg:grid">
                <span>Item</span>
                <span>Question</span>
                <span>Answer</span>
                <span>{year - 1} and change</span>
                <span>Source</span>
              </p>
              <ul>
                {lines.map((line) => (
                  <LineRow key={line.form.id} line={line} {...actions} />
                ))}
              </ul>
            </div>
          </details>
        ))}
      </div>
    </>
  );
}

function SectionState({ lines }: Pick<Section, 'lines'>) {
  const count = (source: string) => lines.filter((line) => line.source === source).length;
  const missing = count('Missing');
  const unknown = count('No record');
  if (missing > 0) return <Badge tone="danger">{formatShares(missing)} missing</Badge>;
  if (lines.every(({ source }) => source === 'Not asked')) return <Badge>Not asked</Badge>;
  if (unknown > 0) return <Badge tone="warning">{formatShares(unknown)} without a record</Badge>;
  return null;
}
