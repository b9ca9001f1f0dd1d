// Maps unknown columns, values and accounts of an imported file to known ones.

'use client';

import { type ReactNode, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { ScrollRegion } from '#components/data/scroll-region';
import { WriteButton } from '#components/submission/write-button';
import { Button } from '#components/ui/button';
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
      rows={(file.values ?? [])
        .filter(({ here }) => here === undefined)
        .map(({ sheet, field, value, cells, code, isMapped }) => ({
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

/** Registrations that are here already with an account of another issuer, and whether each is one with it. */
export function KnownRegistrations({ file, onChanged }: Props) {
  const known = (file.values ?? []).flatMap((one) =>
    one.here === undefined ? [] : [{ ...one, here: one.here }],
  );
  return (
    <Mapping
      key={file.version}
      {...{ file, onChanged }}
      operation="SetRegisterValues"
      list="values"
      choice="code"
      what="registration"
      title="Registrations that are here already"
      heads={['Account in the file', 'Account here', 'Decision']}
      none="Not decided: kept apart, with a warning"
      rows={known.map(({ sheet, field, value, here, code, isMapped }) => ({
        names: { value, here },
        sent: { sheet, field, value },
        label: `account ${value}`,
        saved: code,
        shown: isMapped ? (linkText[code ?? ''] ?? '–') : '–',
        options: Object.entries(linkText).map(([one, text]) => ({ value: one, label: text })),
      }))}
      forAll={known.length > 1 ? linkAll : []}
    >
      These holders have the same names, tax ID and address as a registration of another issuer. Link gives
      that registration an account at this issuer; it stays as it is here. Keep apart makes a second one.
    </Mapping>
  );
}

const linkAll = [
  { value: 'Link', label: 'Link all' },
  { value: 'Apart', label: 'Keep all apart' },
];
const linkText: Readonly<Record<string, string>> = { Link: 'Link', Apart: 'Keep apart' };

type Row = {
  /** What is mapped, as it is shown and sent. */
  names: Readonly<Record<string, string>>;
  /** What is sent, where it is not what is shown. */
  sent?: Readonly<Record<string, string>>;
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
  /** Default: unknown values, or columns. */
  title?: string;
  heads: readonly string[];
  /** Text of no choice. */
  none: string;
  rows: readonly Row[];
  /** Choices that may be made for all rows at once. */
  forAll?: readonly Option[];
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
  title = `Unknown ${what}s`,
  heads,
  none,
  rows,
  forAll = [],
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
    <Section title={title}>
      <p className="mb-2 max-w-prose">
        {children} The choice is remembered for this source and these headers.
      </p>
      <ScrollRegion label={title}>
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
          {forAll.map(({ value, label }) => (
            <Button
              key={value}
              onClick={() => setChosen(Object.fromEntries(rows.map((row) => [keyOf(row), value])))}
            >
              {label}
            </Button>
          ))}
          <WriteButton
            operation={operation}
            label={`Save ${what}s and check again`}
            body={{
              ...{ registerFileId, version },
              [list]: rows.map((row) => ({
                ...(row.sent ?? row.names),
                [choice]: chosen[keyOf(row)] || null,
              })),
            }}
            onDone={onChanged}
          />
        </div>
      )}
    </Section>
  );
}
