'use client';

import { useEffect, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { ScrollRegion } from '#components/data/scroll-region';
import { useDialogWrite } from '#components/submission/write-dialog';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/input/inputs';
import { Section } from '#components/ui/text';
import type { RegisterFile } from './types.ts';

type Props = { file: RegisterFile; onChanged: () => void };
type Column = RegisterFile['columns'][number];

/** Columns whose headers are unknown, and what each is. Another version has other columns. */
export function UnknownColumns(props: Props) {
  const { file } = props;
  return file.columns.length === 0 ? null : <Columns key={file.version} {...props} />;
}

const keyOf = ({ sheet, header }: Column) => `${sheet}\n${header}`;

function Columns({ file, onChanged }: Props) {
  const { columns, fields, registerFileId, version, state, work } = file;
  const mayMap = useAgentOperations().has('SetRegisterColumns') && work === null;
  const isOpen = mayMap && (state === 'Checked' || state === 'Approved');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(columns.map((one) => [keyOf(one), one.field ?? ''])),
  );
  // An error stays until a column is changed.
  const [isChanged, setChanged] = useState(false);
  const { press, isPending, isDone, isUnknown, failure } = useDialogWrite('SetRegisterColumns');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the outcome is known
  useEffect(() => {
    if (isDone) onChanged();
  }, [isDone]);
  const body = () => ({
    ...{ registerFileId, version },
    columns: columns.map((one) => ({
      ...{ sheet: one.sheet, header: one.header, field: chosen[keyOf(one)] || null },
    })),
  });
  return (
    <Section title="Unknown columns">
      <p className="mb-2 max-w-prose">
        These headers are not those of the template. Select what each column is, or leave it out. The choice
        is remembered for this source and these headers.
      </p>
      <ScrollRegion label="Unknown columns">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-rule bg-sunken text-sm">
              {['Sheet', 'Header', 'Column of the template'].map((head) => (
                <th key={head} scope="col" className="px-2 py-1.5 text-left font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((one) => (
              <tr key={keyOf(one)} className="border-b border-line">
                <td className="px-2 py-1">{one.sheet}</td>
                <td className="max-w-64 px-2 py-1 break-words">{one.header}</td>
                <td className="min-w-40 px-2 py-1">
                  {isOpen ? (
                    <Select
                      aria-label={`Column of the template for ${one.header} of ${one.sheet}`}
                      value={chosen[keyOf(one)] ?? ''}
                      onChange={(event) => {
                        setChanged(true);
                        setChosen({ ...chosen, [keyOf(one)]: event.target.value });
                      }}
                      options={[
                        { value: '', label: 'Leave out' },
                        ...fields
                          .filter(({ sheet }) => sheet === one.sheet)
                          .map(({ name }) => ({ value: name, label: name })),
                      ]}
                    />
                  ) : one.isMapped ? (
                    (one.field ?? 'Left out')
                  ) : (
                    '–'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isOpen && (
        <Button
          className="mt-3 print:hidden"
          pending={isPending || isUnknown || isDone}
          onClick={() => {
            setChanged(false);
            press(body());
          }}
        >
          Save columns and check again
        </Button>
      )}
      {isUnknown && (
        <p role="status" className="mt-2">
          Status unknown. The outcome is being looked up.
        </p>
      )}
      {failure && !isChanged && (
        <p role="alert" className="mt-2 text-danger">
          {failure.message}
        </p>
      )}
    </Section>
  );
}
