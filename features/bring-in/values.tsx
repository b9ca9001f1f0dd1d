'use client';

import { useEffect, useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { ScrollRegion } from '#components/data/scroll-region';
import { useDialogWrite } from '#components/submission/write-dialog';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/input/inputs';
import { Section } from '#components/ui/text';
import { formatShares } from '#lib/format/shares';
import type { RegisterFile } from './types.ts';

type Props = { file: RegisterFile; onChanged: () => void };
type Value = NonNullable<RegisterFile['values']>[number];

/** Values that are not in the template's lists, and what each means. Another version has other values. */
export function UnknownValues(props: Props) {
  return (props.file.values ?? []).length === 0 ? null : <Values key={props.file.version} {...props} />;
}

const keyOf = ({ sheet, field, value }: Value) => `${sheet}\n${field}\n${value}`;
const heads = ['Sheet', 'Column', 'Value', 'Cells', 'Value of the template'] as const;

function Values({ file, onChanged }: Props) {
  const { values: given, lists: known, registerFileId, version, state, work } = file;
  const [values, lists] = [given ?? [], known ?? []];
  const mayMap = useAgentOperations().has('SetRegisterValues') && work === null;
  const isOpen = mayMap && (state === 'Checked' || state === 'Approved');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(values.map((one) => [keyOf(one), one.code ?? ''])),
  );
  const { press, isPending, isDone, isUnknown, failure } = useDialogWrite('SetRegisterValues');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the outcome is known
  useEffect(() => {
    if (isDone) onChanged();
  }, [isDone]);
  const codesOf = ({ sheet, field }: Value) =>
    lists.find((one) => one.sheet === sheet && one.field === field)?.codes ?? [];
  const body = () => ({
    ...{ registerFileId, version },
    values: values.map((one) => ({
      ...{ sheet: one.sheet, field: one.field, value: one.value, code: chosen[keyOf(one)] || null },
    })),
  });
  return (
    <Section title="Unknown values">
      <p className="mb-2 max-w-prose">
        These values are not in the lists of the template. Select what each means; a value without a selection
        stays an error. The choice is remembered for this source and these headers.
      </p>
      <ScrollRegion label="Unknown values">
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
            {values.map((one) => (
              <tr key={keyOf(one)} className="border-b border-line">
                <td className="px-2 py-1">{one.sheet}</td>
                <td className="px-2 py-1">{one.field}</td>
                <td className="max-w-64 px-2 py-1 break-words">{one.value}</td>
                <td className="px-2 py-1 text-right tabular-nums">{formatShares(one.cells)}</td>
                <td className="min-w-40 px-2 py-1">
                  {isOpen ? (
                    <Select
                      aria-label={`Value of the template for ${one.value} of ${one.field}`}
                      value={chosen[keyOf(one)] ?? ''}
                      onChange={(event) => setChosen({ ...chosen, [keyOf(one)]: event.target.value })}
                      options={[
                        { value: '', label: 'None: stays an error' },
                        ...codesOf(one).map(({ code, meaning }) => ({
                          value: code,
                          label: code === meaning ? code : `${code} – ${meaning}`,
                        })),
                      ]}
                    />
                  ) : one.isMapped ? (
                    one.code
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
          onClick={() => press(body())}
        >
          Save values and check again
        </Button>
      )}
      {isUnknown && (
        <p role="status" className="mt-2">
          Status unknown. The outcome is being looked up.
        </p>
      )}
      {failure && (
        <p role="alert" className="mt-2 text-danger">
          {failure.message}
        </p>
      )}
    </Section>
  );
}
