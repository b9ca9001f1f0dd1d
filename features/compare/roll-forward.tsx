'use client';

import { useMemo, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { type Roll, rollColumns, rollTitles } from '#lib/register/transactions/roll-forward';
import { ControlRolls } from './control-rolls.tsx';
import { Residual } from './residual.tsx';
import { RollNotes } from './roll-notes.tsx';
import { classRolls, type RollInput } from './rolls.ts';

type Props = RollInput & {
  issuer: number;
  name: string;
  from: string;
  to: string;
  className: string;
  dollars: boolean;
};

type Line = Roll & { name: string };

/** One class from opening to closing: outstanding, issued, treasury and restricted shares, each with its residual. */
export function RollForward(props: Props) {
  const { issuer, name, from, to, className, dollars, entries, first, last, before, after } = props;
  const operations = useAgentOperations();
  const isFileOffered = operations.has('GenerateRollForward');
  const [saving, setSaving] = useState(false);
  const input = useMemo(
    () => ({ entries, first, last, before, after }),
    [entries, first, last, before, after],
  );
  const rolls = useMemo(() => classRolls(input), [input]);
  const roll = rolls?.find((one) => one.className === className);
  if (!roll) return null;
  const lines: Line[] = [
    { name: 'Outstanding', ...roll.outstanding },
    { name: 'Issued', ...roll.issued },
    { name: 'Treasury', ...roll.treasury },
    { name: 'Restricted', ...roll.restricted },
  ];
  const used = rollColumns.filter((column) => lines.some(({ moved }) => moved[column] !== 0n));
  const columns: readonly PlainColumn<Line>[] = [
    { head: className, cell: (line) => line.name },
    { head: formatDate(from), cell: (line) => quantity(line.opening, dollars) },
    ...used.map((column) => ({
      head: rollTitles[column],
      cell: (line: Line) => signedQuantity(line.moved[column], dollars),
    })),
    { head: 'Computed', cell: (line) => quantity(line.computed, dollars) },
    { head: formatDate(to), cell: (line) => quantity(line.closing, dollars) },
    { head: 'Residual', cell: ({ residual }) => <Residual {...{ residual, dollars }} /> },
  ];
  const save = async () => {
    setSaving(true);
    try {
      const { saveRollForward } = await import('./save-roll-forward.ts');
      await saveRollForward({ input, rolls: rolls ?? [], issuer, name, from, to });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Section
      title="Roll-forward"
      aside={
        <span className="flex flex-wrap items-center gap-2 print:hidden">
          <Button size="sm" icon="print" onClick={() => window.print()}>
            Print or save as PDF
          </Button>
          {!isFileOffered && (
            <Button size="sm" icon="file" pending={saving} onClick={() => void save()}>
              Workbook
            </Button>
          )}
        </span>
      }
    >
      <PlainTable
        filled
        label={`Roll-forward of ${className}`}
        tableClasses="min-w-[44rem]"
        columns={columns}
        rows={lines}
        rowId={(line) => line.name}
      />
      {operations.has('GetControlBook') && <ControlRolls {...{ issuer, from, to, className, dollars }} />}
      <RollNotes {...{ issuer, from, to, className, dollars }} />
      <p className="mt-1 mb-4 max-w-prose text-sm text-muted">
        By effective date. A split counts as the shares it adds or takes away. Restricted shares move where a
        legend is placed or removed. The {isFileOffered ? 'roll-forward file' : 'workbook'} has every class,
        every holder and every movement.
      </p>
    </Section>
  );
}
