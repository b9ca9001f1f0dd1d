'use client';

import { Waiting } from '#components/data/waiting';
import { DateField, SelectField, TextField, WholeNumberField } from '#components/form/fields';
import { randomAccount } from '#components/submission/form-draft';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, IconButton } from '#components/ui/button';
import { cn } from '#components/ui/cn';
import { formatShares } from '#lib/format/shares';
import { ChoiceField, FieldObstacles } from './entry-context.tsx';
import { type ItemForm, type LineRow, newLine, restOf } from './item-form.ts';
import type { Change, EntryChoices } from './types.ts';
import type { ItemCheck } from './use-item-check.ts';
import { useAccountItems } from './use-register.ts';

const HolderFields = lazyComponent(
  () => import('#components/holder-record/holder-fields').then((part) => part.HolderFields),
  <Waiting text="Loading form…" lines={8} />,
  'when drawn',
);
const DuplicatesNote = lazyComponent(
  () => import('#components/holder-record/duplicates-note').then((part) => part.DuplicatesNote),
  null,
  'when drawn',
);

type Props = {
  form: ItemForm;
  change: Change;
  check: ItemCheck | undefined;
  choices: EntryChoices;
  issuer: number | null;
  /** Shares of the certificates presented; null while unknown. */
  presented: bigint | null;
};

/** To whom the shares go. A line without a number takes the rest; what no line takes goes back. */
export function LineFields({ form, change, check, choices, issuer, presented }: Props) {
  const accounts = useAccountItems(issuer);
  const rest = restOf(presented, form.lines);
  const set = (id: string, part: Readonly<Record<string, string>>) =>
    change((now) => ({
      ...now,
      lines: now.lines.map((line) =>
        line.id === id ? { ...line, values: { ...line.values, ...part } } : line,
      ),
    }));
  const setHolder = (id: string, name: string, value: string) =>
    change((now) => ({
      ...now,
      lines: now.lines.map((line) =>
        line.id === id ? { ...line, holder: { ...line.holder, [name]: value } } : line,
      ),
    }));
  const balance = check?.effect?.certificatesIssued.filter((one) => one.isBalance) ?? [];
  return (
    <>
      <ol className="flex flex-col gap-4">
        {form.lines.map((line, index) => {
          const { values } = line;
          const isOnly = form.lines.length === 1;
          const isNew = values.mode === 'new';
          return (
            <li key={line.id} className="flex flex-col gap-2">
              <div
                className={cn(
                  'grid items-start gap-2',
                  isOnly
                    ? 'sm:grid-cols-[minmax(0,1fr)_10rem]'
                    : 'grid-cols-[minmax(0,1fr)_2rem] sm:grid-cols-[minmax(0,1fr)_10rem_2rem]',
                )}
              >
                {isNew ? (
                  <p className={cn('sm:pt-6', !isOnly && 'max-sm:col-span-2')}>
                    New registration{line.holder.name ? `: ${line.holder.name}` : ''}
                  </p>
                ) : (
                  <ChoiceField
                    name={`lines[${index}].systemShareholderId`}
                    label={isOnly ? 'To account' : `To account, no. ${index + 1}`}
                    className={isOnly ? undefined : 'max-sm:col-span-2'}
                    placeholder="Name or account number"
                    items={accounts.items}
                    empty={accounts.empty}
                    hint={
                      values.accountId ? `Account ${values.accountNumber ?? values.accountId}` : undefined
                    }
                    text={values.account ?? ''}
                    chosen={values.accountId ?? ''}
                    onText={(account) => set(line.id, { account, accountId: '', accountNumber: '' })}
                    onChoose={(item) =>
                      set(line.id, {
                        account: item.label,
                        accountId: item.id,
                        accountNumber: item.note ?? '',
                      })
                    }
                  />
                )}
                <WholeNumberField
                  name={`lines[${index}].shares`}
                  label={isOnly ? 'Shares' : `Shares, no. ${index + 1}`}
                  hint={
                    values.shares?.trim()
                      ? undefined
                      : rest === null
                        ? 'Empty: the rest.'
                        : `Empty: the rest, ${formatShares(rest)}.`
                  }
                  className="[&_input]:text-right [&_input]:tabular-nums"
                  value={values.shares ?? ''}
                  onChange={(event) => set(line.id, { shares: event.target.value })}
                />
                {!isOnly && (
                  <IconButton
                    label={`Remove line ${index + 1}`}
                    icon="close"
                    className="mt-6"
                    onClick={() =>
                      change((now) => ({ ...now, lines: now.lines.filter(({ id }) => id !== line.id) }))
                    }
                  />
                )}
              </div>
              <FieldObstacles path={`lines[${index}]`} />
              <FieldObstacles path={`lines[${index}].shares`} />
              <FieldObstacles path={`lines[${index}].shareholder`} />
              {isNew && issuer !== null && (
                <div className="flex flex-col gap-6 border-l-2 border-rule pl-4">
                  <HolderFields
                    draft={line.holder}
                    prefix={`lines[${index}].shareholder.`}
                    choices={choices}
                    onChange={(name, value) => setHolder(line.id, name, value)}
                  />
                  {line.holder.name?.trim() && (
                    <DuplicatesNote
                      issuer={issuer}
                      draft={line.holder}
                      onUse={(account) => {
                        const found = accounts.items.find(({ note }) => note === account);
                        if (!found) return;
                        set(line.id, {
                          mode: 'known',
                          account: found.label,
                          accountId: found.id,
                          accountNumber: account,
                        });
                      }}
                    />
                  )}
                </div>
              )}
              <LineDetails line={line} index={index} choices={choices} set={set} />
            </li>
          );
        })}
      </ol>
      <FieldObstacles path="lines" />
      {balance.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
        <p key={index} className="border-y border-line py-1.5 text-sm">
          Balance certificate: <strong className="font-medium">{formatShares(one.shares)}</strong> shares back
          to {one.name}
        </p>
      ))}
      <Button
        size="sm"
        className="self-start"
        onClick={() => change((now) => ({ ...now, lines: [...now.lines, newLine(randomAccount())] }))}
      >
        Add line
      </Button>
    </>
  );
}

type DetailsProps = {
  line: LineRow;
  index: number;
  choices: EntryChoices;
  set: (id: string, part: Readonly<Record<string, string>>) => void;
};

/** What most lines leave as it is: form, restriction, legend, dates. */
function LineDetails({ line, index, choices, set }: DetailsProps) {
  const { values } = line;
  const isChanged = ['certificateType', 'restrictionCode', 'legend', 'acquiredOn', 'delivery'].some(
    (name) => values[name],
  );
  return (
    <details open={isChanged || undefined}>
      <summary className="cursor-pointer text-sm">New holder, form, restriction</summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <SelectField
          name={`lines[${index}].mode`}
          label="Holder"
          value={values.mode ?? 'known'}
          onChange={(event) => set(line.id, { mode: event.target.value })}
          options={[
            { value: 'known', label: 'Existing account' },
            { value: 'new', label: 'New registration' },
          ]}
        />
        <SelectField
          name={`lines[${index}].certificateType`}
          label="Form"
          value={values.certificateType ?? ''}
          onChange={(event) => set(line.id, { certificateType: event.target.value })}
          options={[{ value: '', label: 'Book entry (default)' }, ...choices.forms]}
        />
        <SelectField
          name={`lines[${index}].restrictionCode`}
          label="Restriction"
          value={values.restrictionCode ?? ''}
          onChange={(event) => set(line.id, { restrictionCode: event.target.value })}
          options={[{ value: '', label: 'As on the certificates presented' }, ...choices.restrictions]}
        />
        <DateField
          name={`lines[${index}].acquiredOn`}
          label="Acquired on"
          hint="Empty: by the rule of the case."
          value={values.acquiredOn ?? ''}
          onChange={(acquiredOn) => set(line.id, { acquiredOn })}
        />
        <TextField
          name={`lines[${index}].legend`}
          label="Legend"
          maxLength={2000}
          value={values.legend ?? ''}
          onChange={(event) => set(line.id, { legend: event.target.value })}
        />
        <TextField
          name={`lines[${index}].delivery`}
          label="Delivery"
          maxLength={300}
          value={values.delivery ?? ''}
          onChange={(event) => set(line.id, { delivery: event.target.value })}
        />
      </div>
    </details>
  );
}
