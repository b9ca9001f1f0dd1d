'use client';

import { useEffect, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { DateField, SelectField, TextField, WholeNumberField } from '#components/form/fields';
import { useFormField } from '#components/form/form';
import { randomAccount } from '#components/submission/form-draft';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, IconButton } from '#components/ui/button';
import { cn } from '#components/ui/cn';
import { formatShares } from '#lib/format/shares';
import { ChoiceField, FieldObstacles } from '../entry-context.tsx';
import { type ItemForm, type LineRow, newLine, restOf } from '../item-form.ts';
import type { Change, EntryChoices } from '../types.ts';
import type { ItemCheck } from '../use-item-check.ts';
import { useAccountItems } from '../use-register.ts';
import { focusField } from './focus-field.ts';

const HolderFields = lazyComponent(
  () => import('#components/holder-record/holder-fields').then((part) => part.HolderFields),
  <LoadingPlaceholder text="Loading form…" lines={8} />,
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
  const listId = useFormField('lines').id;
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
  const [asked, setAsked] = useState('');
  const sources = new Set(check?.effect?.certificatesCanceled.map((one) => `${one.systemShareholderId}`));
  // A changed name or a trust has much in common with the account it replaces.
  const replaced = isReRegistration(form)
    ? accounts.items.flatMap((one) => (sources.has(one.id) && one.note ? [one.note] : []))
    : none;
  const owner = filledAccount(form, check);
  const ofOwner = owner && accounts.items.find(({ id }) => id === owner);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each owner
  useEffect(() => {
    const [line] = form.lines;
    if (!ofOwner || !line) return;
    set(line.id, {
      account: ofOwner.label,
      accountId: ofOwner.id,
      accountNumber: ofOwner.note ?? '',
      filledFor: ofOwner.id,
      ...(form.values.caseCode === 'BookToPaper' ? { certificateType: 'Certificate' } : {}),
    });
  }, [ofOwner]);
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
                  <p className={cn('flex items-center gap-3 sm:pt-6', !isOnly && 'max-sm:col-span-2')}>
                    New registration{line.holder.name ? `: ${line.holder.name}` : ''}
                    <Button
                      size="sm"
                      onClick={() => {
                        set(line.id, { mode: 'known' });
                        focusField(`${listId}[${index}].systemShareholderId`);
                      }}
                    >
                      Existing account
                    </Button>
                  </p>
                ) : (
                  <ChoiceField
                    name={`lines[${index}].systemShareholderId`}
                    label={isOnly ? 'To account' : `To account, no. ${index + 1}`}
                    className={isOnly ? undefined : 'max-sm:col-span-2'}
                    placeholder="Name or account number"
                    items={accounts.items}
                    empty={accounts.empty}
                    isLoading={accounts.isLoading}
                    onOther={(typed) => {
                      set(line.id, { mode: 'new' });
                      if (typed && !line.holder.name) setHolder(line.id, 'name', typed);
                      setAsked(line.id);
                    }}
                    other={(typed) => (typed ? `New registration: ${typed}` : 'New registration')}
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
                    // Only what is surrendered leaves a rest.
                    values.shares?.trim() || form.values.kind === 'Issuance'
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
                    onClick={() => {
                      change((now) => ({ ...now, lines: now.lines.filter(({ id }) => id !== line.id) }));
                      focusField(`${listId}-add`);
                    }}
                  />
                )}
              </div>
              <FieldObstacles path={`lines[${index}]`} />
              <FieldObstacles path={`lines[${index}].shares`} />
              <FieldObstacles path={`lines[${index}].shareholder`} />
              {isNew && issuer !== null && (
                <div className="flex flex-col gap-6 border-l-2 border-rule pl-4">
                  <HolderFields
                    autoFocus={asked === line.id}
                    draft={line.holder}
                    prefix={`lines[${index}].shareholder.`}
                    choices={choices}
                    onChange={(name, value) => setHolder(line.id, name, value)}
                  />
                  {line.holder.name?.trim() && (
                    <DuplicatesNote
                      issuer={issuer}
                      draft={line.holder}
                      except={replaced}
                      onUse={(account) => {
                        const found = accounts.items.find(({ note }) => note === account);
                        if (!found) return;
                        set(line.id, {
                          mode: 'known',
                          account: found.label,
                          accountId: found.id,
                          accountNumber: account,
                        });
                        focusField(`${listId}[${index}].systemShareholderId`);
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
        id={`${listId}-add`}
        size="sm"
        className="self-start"
        onClick={() => {
          change((now) => ({ ...now, lines: [...now.lines, newLine(randomAccount())] }));
          focusField(`${listId}[${form.lines.length}].systemShareholderId`);
        }}
      >
        Add line
      </Button>
    </>
  );
}

const none: readonly string[] = [];

/** Cases in which the shares stay with their holder. */
const sameHolder = [
  ...['PaperToBook', 'BookToPaper', 'SplitUp', 'Consolidation'],
  ...['LegendRemoval', 'LegendPlacement', 'Lost'],
];

/** The account that a single line without one takes by itself: that of the shares, once. */
function filledAccount(form: ItemForm, check: ItemCheck | undefined): string | null {
  const [line, ...others] = form.lines;
  const [owner, ...further] = check?.owners ?? [];
  if (!line || !owner || others.length + further.length > 0) return null;
  const id = `${owner.systemShareholderId}`;
  const { mode, account, filledFor } = line.values;
  const isBlank = mode !== 'new' && !account?.trim() && filledFor !== id;
  return isBlank && sameHolder.includes(form.values.caseCode ?? '') ? id : null;
}

const reRegistrations = ['JointSingle', 'Survivor', 'ToTrust', 'CustodianshipEnds', 'NameChange'];
const isReRegistration = ({ values }: ItemForm) =>
  reRegistrations.includes(values.caseCode ?? '') ||
  (values.caseCode === 'FromTrust' && (values.purpose || 'Re-registration') === 'Re-registration');

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
  // Stays open while a value is taken out again.
  const [isOpen, setOpen] = useState(isChanged);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-sm">Form, restriction, legend, delivery</summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
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
