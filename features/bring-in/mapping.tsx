'use client';

import { type ReactNode, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { ScrollRegion } from '#components/data/scroll-region';
import { WriteButton } from '#components/submission/write-button';
import { Select } from '#components/ui/input/inputs';
import { Section } from '#components/ui/text';
import { formatShares } from '#lib/format/shares';
import type { RegisterFile } from './types.ts';

type Props = { file: RegisterFile; onChanged: () => void };
type Option = { value: string; label: string };

/** Columns whose headers are unknown, and what each is. */
export function UnknownColumns({ file, onChanged }: Props) {
  const { columns, fields } = file;
  return (
    <Mapping
      key={file.version}
      {...{ file, onChanged }}
      operation="SetRegisterColumns"
      list="columns"
      choice="field"
      what="column"
      heads={['Sheet', 'Header', 'Column of the template']}
      none="Leave out"
      rows={columns.map(({ sheet, header, field, isMapped }) => ({
        names: { sheet, header },
        label: `${header} of ${sheet}`,
        saved: field,
        shown: isMapped ? (field ?? 'Left out') : '–',
        options: fields
          .filter((one) => one.sheet === sheet)
          .map(({ name }) => ({ value: name, label: name })),
      }))}
    >
      These headers are not those of the template. Select what each column is, or leave it out.
    </Mapping>
  );
}

/** Values that are not in the template's lists, and what each means. */
export function UnknownValues({ file, onChanged }: Props) {
  const codesOf = (sheet: string, field: string) =>
    file.lists?.find((one) => one.sheet === sheet && one.field === field)?.codes ?? [];
  return (
    <Mapping
      key={file.version}
      {...{ file, onChanged }}
      operation="SetRegisterValues"
      list="values"
      choice="code"
      what="value"
      heads={['Sheet', 'Column', 'Value', 'Cells', 'Value of the template']}
      none="None: stays an error"
      rows={(file.values ?? []).map(({ sheet, field, value, cells, code, isMapped }) => ({
        names: { sheet, field, value },
        cells,
        label: `${value} of ${field}`,
        saved: code,
        shown: isMapped ? code : '–',
        options: codesOf(sheet, field).map(({ code: known, meaning }) => ({
          value: known,
          label: known === meaning ? known : `${known} – ${meaning}`,
        })),
      }))}
    >
      These values are not in the lists of the template. Select what each means; a value without a selection
      stays an error.
    </Mapping>
  );
}

type Row = {
  /** What is mapped, as it is shown and sent. */
  names: Readonly<Record<string, string>>;
  /** How many cells have it. */
  cells?: Parameters<typeof formatShares>[0];
  label: string;
  saved: string | null;
  /** The choice, where it cannot be changed. */
  shown: ReactNode;
  options: readonly Option[];
};

type MappingProps = Props & {
  operation: 'SetRegisterColumns' | 'SetRegisterValues';
  /** Names of the rows in the request, and of the choice in each. */
  list: string;
  choice: string;
  what: string;
  heads: readonly string[];
  /** Text of no choice. */
  none: string;
  rows: readonly Row[];
  children: ReactNode;
};

const keyOf = ({ names }: Row) => Object.values(names).join('\n');

/** Maps what the template does not know to what it has. Another version of the file needs another key. */
function Mapping({
  file,
  onChanged,
  operation,
  list,
  choice,
  what,
  heads,
  none,
  rows,
  children,
}: MappingProps) {
  const { registerFileId, version, state, work } = file;
  const mayMap = useAgentOperations().has(operation) && work === null;
  const isOpen = mayMap && (state === 'Checked' || state === 'Approved');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(rows.map((row) => [keyOf(row), row.saved ?? ''])),
  );
  if (rows.length === 0) return null;
  return (
    <Section title={`Unknown ${what}s`}>
      <p className="mb-2 max-w-prose">
        {children} The choice is remembered for this source and these headers.
      </p>
      <ScrollRegion label={`Unknown ${what}s`}>
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-rule bg-sunken text-sm">
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-2 py-1.5 font-medium ${head === 'Cells' ? 'text-right' : 'text-left'}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} className="border-b border-line">
                {Object.entries(row.names).map(([name, text]) => (
                  <td key={name} className="max-w-64 px-2 py-1 break-words">
                    {text}
                  </td>
                ))}
                {row.cells !== undefined && (
                  <td className="px-2 py-1 text-right tabular-nums">{formatShares(row.cells)}</td>
                )}
                <td className="min-w-40 px-2 py-1">
                  {isOpen ? (
                    <Select
                      aria-label={`${heads.at(-1)} for ${row.label}`}
                      value={chosen[keyOf(row)] ?? ''}
                      onChange={(event) => setChosen({ ...chosen, [keyOf(row)]: event.target.value })}
                      options={[{ value: '', label: none }, ...row.options]}
                    />
                  ) : (
                    row.shown
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isOpen && (
        <div className="mt-3 flex flex-wrap gap-2 print:hidden">
          <WriteButton
            operation={operation}
            label={`Save ${what}s and check again`}
            body={{
              ...{ registerFileId, version },
              [list]: rows.map((row) => ({ ...row.names, [choice]: chosen[keyOf(row)] || null })),
            }}
            onDone={onChanged}
          />
        </div>
      )}
    </Section>
  );
}
