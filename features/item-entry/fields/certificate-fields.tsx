'use client';

import { type KeyboardEvent, useState } from 'react';
import { BoundField, CheckboxField, TextField } from '#components/form/fields';
import { useFormField } from '#components/form/form';
import { Badge } from '#components/ui/badge';
import { Button, IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/input/inputs';
import { TextInput } from '#components/ui/input/text-input';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Certificate } from '#lib/register/certificates';
import { ChoiceField, FieldObstacles } from '../entry-context.tsx';
import { completeNumber, fittingNumbers } from '../item-form.ts';
import { useAccountItems, useActiveStops, useOutstanding } from '../use-register.ts';
import { focusField } from './focus-field.ts';
import { add, drop, type ListProps, setIn } from './lists.ts';

/** Certificates by number, as a scanner types them with Enter, or ticked among those of a holder. */
export function CertificateFields({
  form,
  change,
  check,
  known,
  issuer,
}: ListProps & { known: readonly Certificate[]; issuer: number | null }) {
  const [typed, setTyped] = useState('');
  const [byHolder, setByHolder] = useState(false);
  const [said, setSaid] = useState('');
  const { id } = useFormField('certificates');
  const holderId = useFormField('certificatesOf').id;
  const set = setIn(change, 'certificates');
  const take = (text: string) => {
    const names = known.map(({ number }) => number);
    const present = new Set(form.certificates.map(({ values }) => values.number));
    const unclear: string[] = [];
    const texts: string[] = [];
    for (const one of text.split(/[\s,;]+/).filter(Boolean)) {
      const number = completeNumber(one, names);
      const fitting = fittingNumbers(one, names);
      if (fitting.length > 1) {
        unclear.push(one);
        texts.push(`${one} is ${fitting.join(' or ')}: enter it with its letters.`);
      } else if (present.has(number)) texts.push(`${number} is already in the list.`);
      else add(change, 'certificates', { number });
      present.add(number);
    }
    setSaid(texts.join(' '));
    // What cannot be told apart stays in the field.
    setTyped(unclear.join(' '));
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
            // Of an item that is refused there is no effect; its obstacles ask for the paper then.
            const isPaper =
              effect?.certificateType === 'Certificate' ||
              Boolean(row.values.sharesOnPaper || row.values.isPaperHere) ||
              check?.obstacles.some(({ field }) => field === `certificates[${index}].isPaperHere`);
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
                  <FieldObstacles path={`certificates[${index}].isPaperHere`} />
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
                  onClick={() => {
                    drop(change, 'certificates', row.id);
                    focusField(id);
                  }}
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
      <p role="status" className="text-sm text-warning empty:hidden">
        {said}
      </p>
      {byHolder ? (
        <OfHolder form={form} change={change} issuer={issuer} />
      ) : (
        <Button
          size="sm"
          className="self-start"
          tabIndex={0}
          onClick={() => {
            setByHolder(true);
            focusField(holderId);
          }}
        >
          Choose from a holder
        </Button>
      )}
      <Stops form={form} change={change} known={known} issuer={issuer} />
    </>
  );
}

/** The outstanding certificates of one account, to be ticked. */
function OfHolder({ form, change, issuer }: Pick<ListProps, 'form' | 'change'> & { issuer: number | null }) {
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
        isLoading={accounts.isLoading}
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

type StopsProps = Pick<ListProps, 'form' | 'change'> & {
  known: readonly Certificate[];
  issuer: number | null;
};

/** Stops of the certificates: a case can resolve those that it names. */
function Stops({ form, change, known, issuer }: StopsProps) {
  const named = new Set(form.certificates.map(({ values }) => values.number));
  const isStopped = known.some((one) => one.stop && named.has(one.number));
  const isAsked = form.values.kind === 'Transfer' && (isStopped || form.stopIds.length > 0);
  const { stops } = useActiveStops(isAsked ? issuer : null);
  if (!isAsked) return null;
  const placed = stops.filter((one) => named.has(one.prefixAndCertificateNumber));
  // A stop that was listed before can be taken out again.
  const others = form.stopIds.filter((id) => placed.every((one) => one.stopId !== id));
  const shown = [
    ...placed.map((one) => ({
      id: one.stopId,
      label: `${one.prefixAndCertificateNumber}: ${one.kind}, placed ${formatDate(one.placed)}`,
    })),
    ...others.map((id) => ({ id, label: `Stop ${id}` })),
  ];
  return (
    <fieldset>
      <legend className="text-sm font-medium">Stops that this item resolves</legend>
      {shown.map(({ id, label }) => (
        <div key={id}>
          <Checkbox
            label={label}
            checked={form.stopIds.includes(id)}
            onChange={(event) => {
              const { checked } = event.target;
              change((now) => ({
                ...now,
                stopIds: checked ? [...now.stopIds, id] : now.stopIds.filter((one) => one !== id),
              }));
            }}
          />
          <FieldObstacles path={`stopIds[${form.stopIds.indexOf(id)}]`} className="pl-6" />
        </div>
      ))}
      <FieldObstacles path="stopIds" />
    </fieldset>
  );
}
