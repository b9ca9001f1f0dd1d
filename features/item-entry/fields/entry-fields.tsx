'use client';

import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import { BoundField, DateField, SelectField, TextField } from '#components/form/fields';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { TextInput } from '#components/ui/input/text-input';
import { query } from '#lib/api/query';
import { partsOf } from '#lib/contract/agent/parts';
import type { ItemKind } from '#lib/contract/agent/values';
import { instructionLines } from '#lib/register/instruction-text';
import { groupsOf } from '../case-fields.ts';
import { ChoiceField, FieldObstacles } from '../entry-context.tsx';
import {
  completeNumber,
  type ItemForm,
  instructionOf,
  type Row,
  takesCertificates,
  takesLines,
} from '../item-form.ts';
import { clockIn, formatTime, readTime, zoneName } from '../received-time.ts';
import type { Change, EntryProps } from '../types.ts';
import type { ItemCheck } from '../use-item-check.ts';
import { useOutstanding } from '../use-register.ts';

// What a kind asks for is drawn once a kind is chosen.
const CertificateFields = lazyComponent(
  () => import('./certificate-fields.tsx').then((part) => part.CertificateFields),
  null,
  'when drawn',
);
const DocumentFields = lazyComponent(
  () => import('./document-fields.tsx').then((part) => part.DocumentFields),
  null,
  'when drawn',
);
const LineFields = lazyComponent(
  () => import('./line-fields.tsx').then((part) => part.LineFields),
  null,
  'when drawn',
);
const GuaranteeFields = lazyComponent(
  () => import('./guarantee-fields.tsx').then((part) => part.GuaranteeFields),
  null,
  'when drawn',
);
const PlainFields = lazyComponent(
  () => import('./plain-fields.tsx').then((part) => part.PlainFields),
  null,
  'when drawn',
);
const ReturnedPapers = lazyComponent(
  () => import('./returned-papers.tsx').then((part) => part.ReturnedPapers),
  null,
  'when drawn',
);

type Props = {
  props: EntryProps;
  form: ItemForm;
  change: Change;
  check: ItemCheck | undefined;
};

/** All fields in the usual order of the papers; only those that the kind uses. */
export function EntryFields({ props, form, change, check }: Props) {
  const { issuers, zone, choices, item } = props;
  const { values } = form;
  const issuer = form.issuer ? Number(form.issuer) : null;
  const kind = (values.kind || null) as ItemKind | null;
  const used = useMemo(() => (kind ? partsOf(kind) : null), [kind]);
  const set = (part: Readonly<Record<string, string>>) =>
    change((now) => ({ ...now, values: { ...now.values, ...part } }));
  const issuerItems = useMemo(
    () =>
      issuers.map((one) => ({
        id: `${one.customerIssuerId}`,
        label: one.name,
        note: `${one.customerIssuerId}`,
      })),
    [issuers],
  );
  const { certificates: known } = useOutstanding(issuer);
  // A number may be scanned before the certificates have loaded.
  useEffect(() => {
    const names = known.map((one) => one.number);
    const full = ({ values }: Row) => completeNumber(values.number ?? '', names);
    if (known.length === 0 || form.certificates.every((row) => full(row) === row.values.number)) return;
    change((now) => ({
      ...now,
      certificates: now.certificates.map((row) => ({ ...row, values: { ...row.values, number: full(row) } })),
    }));
  }, [known, form.certificates, change]);
  const presented = useMemo(() => {
    const found = form.certificates.map(
      (row) => known.find((one) => one.number === row.values.number)?.shares ?? null,
    );
    if (found.length === 0 || found.includes(null)) return null;
    return found.reduce<bigint>((sum, shares) => sum + (shares ?? 0n), 0n);
  }, [form.certificates, known]);
  const time = values.receivedTime ?? '';
  const clock = readTime(time);
  const instruction = instructionOf(form);
  const lists = { form, change, check, choices, issuer };
  return (
    <div className="flex min-w-0 flex-col gap-7">
      <Part title="Item">
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <ChoiceField
            name="customerIssuerId"
            label="Issuer"
            required
            items={issuerItems}
            text={values.issuerText ?? issuerItems.find(({ id }) => id === form.issuer)?.label ?? ''}
            chosen={form.issuer}
            hint={item ? 'The issuer of an item cannot be changed.' : undefined}
            onText={(issuerText) =>
              item || change((now) => ({ ...now, issuer: '', values: { ...now.values, issuerText } }))
            }
            onChoose={({ id, label }) =>
              item || change((now) => ({ ...now, issuer: id, values: { ...now.values, issuerText: label } }))
            }
          />
          <KindField form={form} set={set} choices={choices} isFixed={item !== null} />
        </div>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
          <DateField
            name="receivedAt"
            label="Received"
            required
            max={clockIn(zone, new Date(props.now)).date}
            className="sm:col-span-2"
            value={values.receivedDate ?? ''}
            onChange={(receivedDate) => set({ receivedDate })}
          />
          <TextField
            name="receivedTime"
            label={`Time (${zoneName(zone, values.receivedDate ?? '')})`}
            value={time}
            onChange={(event) => set({ receivedTime: event.target.value })}
            onBlur={() => clock && time !== formatTime(clock) && set({ receivedTime: formatTime(clock) })}
          />
          <SelectField
            name="channel"
            label="Channel"
            value={values.channel ?? 'Mail'}
            onChange={(event) => set({ channel: event.target.value })}
            options={choices.channels}
          />
        </div>
        <FieldObstacles path="receivedAt" />
        <PresentorFields form={form} set={set} issuer={issuer} />
      </Part>
      {instruction && (
        <Part title="Instructed by an API client">
          <ul>
            {instructionLines(instruction).map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            The certificates are those of the instruction. Purpose, date, documents and comments can be
            changed.
          </p>
        </Part>
      )}
      {takesCertificates(form) && (
        <Part title="Certificates presented">
          <CertificateFields {...lists} known={known} />
        </Part>
      )}
      {takesLines(form) && (
        <Part title={kind === 'Transfer' ? 'Transfer to' : 'Certificates to issue'}>
          <LineFields {...lists} presented={presented} />
        </Part>
      )}
      {used && (
        <Part title="Documents">
          <DocumentFields {...lists} />
        </Part>
      )}
      {(kind === 'Transfer' || kind === 'Retirement' || form.guarantees.length > 0) && (
        <Part title="Signature guarantees">
          <GuaranteeFields form={form} change={change} check={check} />
        </Part>
      )}
      {kind &&
        groupsOf(kind, values.caseCode ?? '').map(({ title, fields }) => (
          <Fragment key={title}>
            <Part title={title}>
              <PlainFields fields={fields} form={form} set={set} issuer={issuer} choices={choices} />
            </Part>
            {title === 'Correction' && (
              <Part title="Certificates that come back">
                <ReturnedPapers {...lists} />
              </Part>
            )}
          </Fragment>
        ))}
      <Clearances form={form} change={change} check={check} />
    </div>
  );
}

type ClearanceProps = { form: ItemForm; change: Change; check: ItemCheck | undefined };

/** Reasons that clear obstacles which no document clears; asked for when the check finds such an obstacle. */
function Clearances({ form, change, check }: ClearanceProps) {
  const given = form.clearances ?? {};
  // What a document cleared needs no reason.
  const found = (check?.obstacles ?? []).filter(
    (one) => one.byReason && (!one.isCleared || given[one.code] !== undefined),
  );
  const codes = [...new Set([...found.map(({ code }) => code), ...Object.keys(given)])].filter(
    (code) => given[code] || found.some((one) => one.code === code),
  );
  if (codes.length === 0) return null;
  return (
    <Part title="Obstacles cleared by a reason">
      {codes.map((code) => {
        const of = found.filter((one) => one.code === code).map((one) => one.message);
        return (
          <TextField
            key={code}
            name={`clearances.${code}`}
            label="Reason"
            hint={of.length > 0 ? of.join(' ') : 'The check does not ask for it any more.'}
            maxLength={1000}
            value={given[code] ?? ''}
            onChange={(event) => {
              const { value } = event.target;
              change((now) => ({ ...now, clearances: { ...now.clearances, [code]: value } }));
            }}
          />
        );
      })}
      <FieldObstacles path="clearances" />
    </Part>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-3">
    <legend className="mb-2 w-full border-b border-rule pb-1 font-title text-lg">{title}</legend>
    {children}
  </fieldset>
);

type SetProps = { form: ItemForm; set: (part: Readonly<Record<string, string>>) => void };

/** Kind and case in one field: 'gift' is enough for a transfer by gift. */
function KindField({
  form,
  set,
  choices,
  isFixed,
}: SetProps & { choices: EntryProps['choices']; isFixed: boolean }) {
  const { kind = '', caseCode = '' } = form.values;
  const items = useMemo(
    () =>
      choices.kinds.flatMap(({ value, label }) =>
        value === 'Transfer' || value === 'Correction'
          ? choices.cases
              .map((one) => ({
                id: `${value}.${one.value}`,
                label: value === 'Transfer' ? one.label : `${label}: ${one.label}`,
                group: label,
              }))
              .concat(
                value === 'Correction' ? [{ id: value, label: `${label}: reversal only`, group: label }] : [],
              )
          : [{ id: value, label, group: 'Other kinds' }],
      ),
    [choices],
  );
  const offered = isFixed ? items.filter(({ id }) => id.split('.')[0] === kind) : items;
  const chosen = kind && caseCode ? `${kind}.${caseCode}` : kind;
  return (
    <ChoiceField
      name="kind"
      label="Kind and case"
      required
      items={offered}
      text={form.values.kindText ?? items.find(({ id }) => id === chosen)?.label ?? ''}
      chosen={chosen}
      onText={(kindText) => set(isFixed ? { kindText, caseCode: '' } : { kindText, kind: '', caseCode: '' })}
      onChoose={({ id, label }) => {
        const [to = '', toCase = ''] = id.split('.');
        set({ kind: to, caseCode: toCase, kindText: label });
      }}
    />
  );
}

const recentMax = 100;

/** Who presented it; the latest ones of the issuer are offered. */
function PresentorFields({ form, set, issuer }: SetProps & { issuer: number | null }) {
  const { data } = useQuery({
    ...query('GetItems', {
      customerIssuerId: issuer ?? 0,
      all: true,
      sortBy: 'Received',
      start: 0,
      numberOfRows: recentMax,
    }),
    enabled: issuer !== null,
  });
  const items = useMemo(
    () =>
      [...new Set((data?.items ?? []).flatMap((one) => one.presentorName || []))].map((name) => ({
        id: name,
        label: name,
      })),
    [data],
  );
  const { values } = form;
  const name = values['presentor.name'] ?? '';
  const hasMore = ['address', 'email', 'participantNumber'].some((part) => values[`presentor.${part}`]);
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <ChoiceField
          name="presentor.name"
          label="Presentor"
          isOpenList
          items={items}
          empty="Not among the recent presentors. The name is used as typed."
          text={name}
          chosen=""
          onText={(text) => set({ 'presentor.name': text })}
          onChoose={({ label }) => set({ 'presentor.name': label })}
        />
        <TextField
          name="presentor.reference"
          label="Their reference"
          maxLength={100}
          value={values['presentor.reference'] ?? ''}
          onChange={(event) => set({ 'presentor.reference': event.target.value })}
        />
      </div>
      <details open={hasMore || undefined}>
        <summary className="cursor-pointer text-sm">Address, e-mail, participant number</summary>
        <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {(
            [
              ['address', 'Address of the presentor', 400],
              ['email', 'E-mail of the presentor', 254],
              ['participantNumber', 'Participant number', 20],
            ] as const
          ).map(([part, label, max]) => (
            <BoundField key={part} name={`presentor.${part}`} label={label}>
              <TextInput
                maxLength={max}
                value={values[`presentor.${part}`] ?? ''}
                onChange={(event) => set({ [`presentor.${part}`]: event.target.value })}
              />
            </BoundField>
          ))}
        </div>
      </details>
    </>
  );
}
