'use client';

import { useQuery } from '@tanstack/react-query';
import { DateField, SelectField, TextField } from '#components/form/fields';
import { useApi } from '#lib/api/provider';
import { nextActionDaysMax } from '#lib/contract/agent/item-limits';
import { businessDayAfter } from '#lib/format/business-days';
import type { ItemRow } from '../item-row.ts';
import type { Words } from '../item-texts.ts';
import { Notice } from '../panel/notice.tsx';
import { reasonText } from '../panel/notice-text.ts';
import type { StepName } from './steps.ts';

/** What is typed for a step; each step uses some of it. */
export type StepInput = {
  reason: string;
  /** Next action of a hold. */
  day: string;
  user: string;
  /** The list of a rejection; empty for the one that its reason belongs to. */
  list: string;
  code: string;
  noticeTo: string;
  noticeDate: string;
  returnedHow: string;
};

const lists = [
  { value: 'DTC', label: 'Depository' },
  { value: 'Medallion', label: 'Signature guarantee' },
  { value: 'Other', label: 'Other' },
];
/** The list of a reason, by its first letter. */
export const listOf = (code: string) =>
  code.startsWith('D') ? 'DTC' : code.startsWith('M') ? 'Medallion' : 'Other';

type Props = {
  name: StepName;
  input: StepInput;
  onChange: (part: Partial<StepInput>) => void;
  words: Words;
  users: readonly string[];
  today: string;
  /** Reasons that fit what stands against the items. */
  suggested: readonly string[];
  /** The item, when there is one only. */
  only: ItemRow | undefined;
};

export function StepFields(props: Props) {
  const { name, input, onChange, users, today } = props;
  if (name === 'reject') return <RejectionFields {...props} />;
  if (name === 'assign')
    return (
      <>
        <TextField
          name="assignedTo"
          label="Assign to (email)"
          hint="Leave blank for an item without a user."
          list="queue-users"
          data-autofocus
          value={input.user}
          onChange={(event) => onChange({ user: event.target.value })}
        />
        <datalist id="queue-users">
          {users.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </>
    );
  if (name !== 'hold' && name !== 'return' && name !== 'cancel') return null;
  return (
    <>
      <TextField
        name="reason"
        label="Reason"
        required
        data-autofocus
        value={input.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
      {name === 'hold' && (
        <DateField
          name="nextActionOn"
          label="Next action"
          hint="At most five business days ahead. The item stays due on its day."
          required
          min={today}
          max={businessDayAfter(today, nextActionDaysMax)}
          value={input.day}
          onChange={(day) => onChange({ day })}
        />
      )}
    </>
  );
}

function RejectionFields({ input, onChange, words, today, suggested, only }: Props) {
  const others = Object.keys(words.reason).filter((one) => !suggested.includes(one));
  return (
    <>
      <SelectField
        name="reasonCode"
        label="Reason"
        required
        value={input.code}
        onChange={(event) => onChange({ code: event.target.value })}
        options={[
          ...(input.code ? [] : [{ value: '', label: 'Choose' }]),
          ...[...suggested, ...others].map((value) => ({
            value,
            label: `${value} ${words.reason[value] ?? ''}`,
          })),
        ]}
      />
      <TextField
        name="text"
        label="What the presentor has to do"
        data-autofocus
        value={input.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <TextField
          name="noticeTo"
          label="Notice to"
          hint={only ? undefined : 'Leave empty for the presentor of each item.'}
          value={input.noticeTo}
          onChange={(event) => onChange({ noticeTo: event.target.value })}
        />
        <DateField
          name="noticeDate"
          label="Notice sent on"
          hint="Due by the next business day."
          value={input.noticeDate}
          onChange={(noticeDate) => onChange({ noticeDate })}
        />
        <TextField
          name="returnedHow"
          label="Returned"
          hint="Manner and tracking number."
          value={input.returnedHow}
          onChange={(event) => onChange({ returnedHow: event.target.value })}
        />
        <SelectField
          name="kind"
          label="Rejection list"
          value={input.list || listOf(input.code)}
          onChange={(event) => onChange({ list: event.target.value })}
          options={lists}
        />
      </div>
      {only && <Preview {...{ input, words, today }} item={only} />}
    </>
  );
}

function Preview({
  item,
  input,
  words,
  today,
}: { item: ItemRow } & Pick<Props, 'input' | 'words' | 'today'>) {
  const { customerIssuerId, itemId, version } = item;
  const { call } = useApi();
  const detail = useQuery({
    queryKey: ['GetItem', { customerIssuerId, itemId }, version],
    queryFn: ({ signal }) => call('GetItem', { customerIssuerId, itemId }, { signal }),
  });
  return (
    <details>
      <summary className="cursor-pointer text-sm">Notice as text</summary>
      <div className="mt-2">
        <Notice
          {...{ item, words }}
          content={detail.data?.content}
          notice={{
            reasonCode: input.code,
            reason: reasonText(words, input.code, input.reason),
            noticeTo: input.noticeTo,
            date: input.noticeDate || today,
            returnedHow: input.returnedHow,
          }}
        />
      </div>
    </details>
  );
}
