'use client';

import { type KeyboardEvent, useState } from 'react';
import { BoundField, CheckboxField, DateField, SelectField, TextField } from '#components/form/fields';
import { Badge } from '#components/ui/badge';
import { Button, IconButton } from '#components/ui/button';
import { Checkbox, TextInput } from '#components/ui/input/inputs';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Certificate } from '#lib/register/certificates';
import { ChoiceField, FieldObstacles } from './entry-context.tsx';
import { completeNumber, type ItemForm, type Row, rowId } from './item-form.ts';
import type { Change, EntryChoices } from './types.ts';
import type { ItemCheck } from './use-item-check.ts';
import { useAccountItems, useOutstanding } from './use-register.ts';

type Props = { form: ItemForm; change: Change; check: ItemCheck | undefined; choices: EntryChoices };
type ListName = 'certificates' | 'documents' | 'guarantees';

/** Changes one value of a row. */
const setIn =
  (change: Change, list: ListName) =>
  (id: string, part: Readonly<Record<string, string>>): void =>
    change((form) => ({
      ...form,
      [list]: form[list].map((row) => (row.id === id ? { ...row, values: { ...row.values, ...part } } : row)),
    }));

const drop = (change: Change, list: ListName, id: string) =>
  change((form) => ({ ...form, [list]: form[list].filter((row) => row.id !== id) }));

const add = (change: Change, list: ListName, values: Row['values']) =>
  change((form) => ({ ...form, [list]: [...form[list], { id: rowId(), values }] }));

/** Certificates by number, as a scanner types them with Enter, or ticked among those of a holder. */
export function CertificateFields({
  form,
  change,
  check,
  known,
  issuer,
}: Props & { known: readonly Certificate[]; issuer: number | null }) {
  const [typed, setTyped] = useState('');
  const [byHolder, setByHolder] = useState(false);
  const [said, setSaid] = useState('');
  const set = setIn(change, 'certificates');
  const take = (text: string) => {
    const numbers = text.split(/[\s,;]+/).filter(Boolean);
    const names = known.map(({ number }) => number);
    const present = new Set(form.certificates.map(({ values }) => values.number));
    for (const number of numbers.map((one) => completeNumber(one, names))) {
      if (present.has(number)) setSaid(`${number} is already in the list.`);
      else {
        add(change, 'certificates', { number });
        setSaid(`${number} added.`);
      }
      present.add(number);
    }
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    take(typed);
  };
  return (
    <>
      {form.certificates.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {form.certificates.map((row, index) => {
            const number = row.values.number ?? '';
            const found = known.find((one) => one.number === number);
            const effect = check?.effect?.certificatesCanceled.find(
              (one) => one.prefixAndCertificateNumber === number,
            );
            const isPaper = effect?.certificateType === 'Certificate' || Boolean(row.values.sharesOnPaper);
            return (
              <li key={row.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-1.5">
                <div className="min-w-0 grow">
                  <p>
                    <strong className="font-medium">{number}</strong>
                    {found?.shares != null && ` · ${formatShares(found.shares)} shares`}
                    {effect && ` · ${effect.name}`}
                    {found?.restriction && (
                      <>
                        {' '}
                        <Badge tone="warning">{found.restriction}</Badge>
                      </>
                    )}
                    {found?.stop && (
                      <>
                        {' '}
                        <Badge tone="danger">Stopped</Badge>
                      </>
                    )}
                  </p>
                  <FieldObstacles path={`certificates[${index}]`} />
                  <FieldObstacles path={`certificates[${index}].prefixAndCertificateNumber`} />
                  <FieldObstacles path={`certificates[${index}].sharesOnPaper`} />
                </div>
                {isPaper && (
                  <>
                    <TextField
                      name={`certificates[${index}].sharesOnPaper`}
                      label={<span>Shares on paper</span>}
                      inputMode="numeric"
                      className="w-36"
                      value={row.values.sharesOnPaper ?? ''}
                      onChange={(event) => set(row.id, { sharesOnPaper: event.target.value })}
                    />
                    <CheckboxField
                      name={`certificates[${index}].isPaperHere`}
                      label="Paper is here"
                      checked={row.values.isPaperHere === '1'}
                      onChange={(event) => set(row.id, { isPaperHere: event.target.checked ? '1' : '' })}
                    />
                  </>
                )}
                <IconButton
                  label={`Remove certificate ${number}`}
                  icon="close"
                  onClick={() => drop(change, 'certificates', row.id)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <BoundField
        name="certificates"
        label={form.certificates.length > 0 ? 'Another certificate' : 'Certificate number'}
        hint="BE-3780 or 3780, then Enter. A scanner does the same."
        className="max-w-sm"
      >
        <TextInput
          value={typed}
          autoCapitalize="characters"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => typed.trim() && take(typed)}
        />
      </BoundField>
      <FieldObstacles path="certificates" />
      <p role="status" className="sr-only">
        {said}
      </p>
      {byHolder ? (
        <OfHolder form={form} change={change} issuer={issuer} />
      ) : (
        <Button size="sm" className="self-start" tabIndex={0} onClick={() => setByHolder(true)}>
          Choose from a holder
        </Button>
      )}
      <Stops form={form} change={change} check={check} />
    </>
  );
}

/** The outstanding certificates of one account, to be ticked. */
function OfHolder({ form, change, issuer }: Pick<Props, 'form' | 'change'> & { issuer: number | null }) {
  const accounts = useAccountItems(issuer);
  const [text, setText] = useState('');
  const [account, setAccount] = useState({ id: '', number: '' });
  const { certificates, isPending } = useOutstanding(issuer, account.number);
  return (
    <div className="flex flex-col gap-2">
      <ChoiceField
        name="certificatesOf"
        label="Holder"
        className="max-w-sm"
        items={accounts.items}
        empty={accounts.empty}
        text={text}
        chosen={account.id}
        onText={(typed) => {
          setText(typed);
          setAccount({ id: '', number: '' });
        }}
        onChoose={(item) => {
          setText(item.label);
          setAccount({ id: item.id, number: item.note ?? '' });
        }}
      />
      {account.id && isPending && <p className="text-sm text-muted">Loading certificates…</p>}
      {account.id && !isPending && certificates.length === 0 && (
        <p className="text-sm text-muted">No outstanding certificates.</p>
      )}
      {certificates.length > 0 && account.id && (
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {certificates.map(({ key, number, shares, issued }) => {
            const row = form.certificates.find(({ values }) => values.number === number);
            return (
              <li key={key} className="py-1">
                <Checkbox
                  label={`${number} · ${shares === null ? '–' : formatShares(shares)} shares`}
                  hint={`Issued ${formatDate(issued)}`}
                  checked={row !== undefined}
                  onChange={() =>
                    row ? drop(change, 'certificates', row.id) : add(change, 'certificates', { number })
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Stops of the certificates: a case can resolve those that it names. */
function Stops({ form, change, check }: Pick<Props, 'form' | 'change' | 'check'>) {
  const stops = check?.effect?.stops ?? [];
  if (form.values.kind !== 'Transfer' || stops.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm font-medium">Stops that this item resolves</legend>
      {stops.map((stop) => (
        <Checkbox
          key={stop.stopId}
          label={`${stop.prefixAndCertificateNumber}: ${stop.kind}, placed ${formatDate(stop.placedOn)}`}
          checked={form.stopIds.includes(stop.stopId)}
          onChange={(event) => {
            const { checked } = event.target;
            change((now) => ({
              ...now,
              stopIds: checked
                ? [...now.stopIds, stop.stopId]
                : now.stopIds.filter((one) => one !== stop.stopId),
            }));
          }}
        />
      ))}
      <FieldObstacles path="stopIds" />
    </fieldset>
  );
}

/** What the case asks for, to be ticked as it lies on the desk, and anything beside it. */
export function DocumentFields({ form, change, check, choices }: Props) {
  const set = setIn(change, 'documents');
  const required = check?.requiredDocuments ?? [];
  const rowOf = (kinds: readonly string[]) =>
    form.documents.find(({ values }) => kinds.includes(values.kind ?? ''));
  const asked = new Set(required.flatMap(({ kinds }) => rowOf(kinds)?.id ?? []));
  const others = form.documents.filter(({ id }) => !asked.has(id));
  const details = (row: Row) => {
    const index = form.documents.indexOf(row);
    return (
      <div className="grid grid-cols-2 gap-2 pb-2 pl-6 sm:grid-cols-[8rem_10rem_minmax(0,1fr)]">
        <SelectField
          name={`documents[${index}].state`}
          label="State"
          value={row.values.state ?? 'Original'}
          onChange={(event) => set(row.id, { state: event.target.value })}
          options={choices.states}
        />
        <DateField
          name={`documents[${index}].date`}
          label="Date"
          value={row.values.date ?? ''}
          onChange={(date) => set(row.id, { date })}
        />
        <TextField
          name={`documents[${index}].reference`}
          label="Reference"
          maxLength={200}
          value={row.values.reference ?? ''}
          onChange={(event) => set(row.id, { reference: event.target.value })}
        />
        {row.values.state === 'Waived' && (
          <>
            <TextField
              name={`documents[${index}].waivedBy`}
              label="Waived by"
              maxLength={254}
              value={row.values.waivedBy ?? ''}
              onChange={(event) => set(row.id, { waivedBy: event.target.value })}
            />
            <TextField
              name={`documents[${index}].reason`}
              label="Reason of the waiver"
              className="sm:col-span-2"
              maxLength={1000}
              value={row.values.reason ?? ''}
              onChange={(event) => set(row.id, { reason: event.target.value })}
            />
          </>
        )}
      </div>
    );
  };
  return (
    <>
      {check && required.length === 0 && (
        <p className="text-sm text-muted">This case asks for no further documents.</p>
      )}
      <ul className="flex flex-col empty:hidden">
        {required.map(({ kinds, title }) => {
          const row = rowOf(kinds);
          return (
            <li key={kinds.join()} className="py-1">
              <Checkbox
                label={title}
                checked={row !== undefined}
                onChange={() =>
                  row
                    ? drop(change, 'documents', row.id)
                    : add(change, 'documents', { kind: kinds[0] ?? 'Other', state: 'Original' })
                }
              />
              {row && details(row)}
            </li>
          );
        })}
        {others.map((row) => (
          <li key={row.id}>
            <div className="flex items-end gap-2 pb-1">
              <SelectField
                name={`documents[${form.documents.indexOf(row)}].kind`}
                label="Document"
                className="max-w-sm grow"
                value={row.values.kind ?? 'Other'}
                onChange={(event) => set(row.id, { kind: event.target.value })}
                options={choices.documents}
              />
              <IconButton
                label="Remove document"
                icon="close"
                onClick={() => drop(change, 'documents', row.id)}
              />
            </div>
            {details(row)}
          </li>
        ))}
      </ul>
      <FieldObstacles path="documents" />
      <Button
        size="sm"
        className="self-start"
        onClick={() => add(change, 'documents', { kind: 'Other', state: 'Original' })}
      >
        Add document
      </Button>
    </>
  );
}

const guaranteeFields = [
  ['signer', 'Signer', 300],
  ['program', 'Program', 20],
  ['prefix', 'Prefix', 1],
  ['serial', 'Serial number', 40],
  ['guarantorName', 'Guarantor', 300],
  ['capacity', 'Capacity', 100],
] as const;

/** Signature guarantees, one for each signer. */
export function GuaranteeFields({ form, change }: Pick<Props, 'form' | 'change'>) {
  const set = setIn(change, 'guarantees');
  return (
    <>
      {form.guarantees.map((row, index) => (
        <div
          key={row.id}
          className="grid grid-cols-2 gap-2 border-b border-line pb-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_4rem_minmax(0,1fr)]"
        >
          {guaranteeFields.map(([name, label, max]) => (
            <TextField
              key={name}
              name={`guarantees[${index}].${name}`}
              label={label}
              maxLength={max}
              value={row.values[name] ?? ''}
              onChange={(event) =>
                set(row.id, {
                  [name]: name === 'prefix' ? event.target.value.toUpperCase() : event.target.value,
                })
              }
            />
          ))}
          <DateField
            name={`guarantees[${index}].date`}
            label="Date"
            className="col-span-2 sm:col-span-1"
            value={row.values.date ?? ''}
            onChange={(date) => set(row.id, { date })}
          />
          <div className="flex items-end">
            <IconButton
              label={`Remove guarantee ${index + 1}`}
              icon="close"
              onClick={() => drop(change, 'guarantees', row.id)}
            />
          </div>
          <div className="col-span-full">
            <FieldObstacles path={`guarantees[${index}]`} />
            <FieldObstacles path={`guarantees[${index}].prefix`} />
            <FieldObstacles path={`guarantees[${index}].date`} />
          </div>
        </div>
      ))}
      <FieldObstacles path="guarantees" />
      <Button size="sm" className="self-start" onClick={() => add(change, 'guarantees', { signer: '' })}>
        Add signature guarantee
      </Button>
    </>
  );
}
