'use client';

import { useMemo } from 'react';
import { useFormField } from '#components/form/form';
import { IconButton } from '#components/ui/button';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { ChoiceField, FieldObstacles } from '../entry-context.tsx';
import { useActiveStops } from '../use-register.ts';
import { focusField } from './focus-field.ts';

type Props = {
  name: string;
  label: string;
  hint?: string;
  issuer: number | null;
  /** Numbers of the chosen stops, with commas. */
  chosen: string;
  onChange: (chosen: string) => void;
  text: string;
  onText: (text: string) => void;
};

/** Active stops, found by certificate or kind, and those that were chosen. */
export function StopsField({ name, label, hint, issuer, chosen, onChange, text, onText }: Props) {
  const { id } = useFormField(name);
  const { stops, complete, error } = useActiveStops(issuer);
  const items = useMemo(
    () =>
      stops.map((stop) => ({
        id: `${stop.stopId}`,
        label: `${stop.prefixAndCertificateNumber}: ${stop.kind}, placed ${formatDate(stop.placed)}`,
        note: `${formatShares(stop.shares)} shares`,
        find: `${stop.customerShareholderId} ${stop.note}`,
      })),
    [stops],
  );
  const ids = chosen.split(/[\s,]+/).filter(Boolean);
  return (
    <div className="flex flex-col gap-2">
      {ids.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {ids.map((one, index) => {
            const stop = items.find((item) => item.id === one);
            return (
              <li key={one} className="flex items-start justify-between gap-2 py-1.5">
                <div className="min-w-0">
                  <p className="break-words">{stop?.label ?? `Stop ${one}`}</p>
                  <FieldObstacles path={`${name}[${index}]`} />
                </div>
                <IconButton
                  label={`Remove ${stop?.label ?? `stop ${one}`}`}
                  icon="close"
                  onClick={() => {
                    onChange(ids.filter((other) => other !== one).join(', '));
                    focusField(id);
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
      <ChoiceField
        name={name}
        label={ids.length > 0 ? 'Another stop' : label}
        hint={hint}
        items={items.filter((item) => !ids.includes(item.id))}
        empty={
          issuer === null
            ? 'Choose the issuer first.'
            : error
              ? 'The stops could not be loaded.'
              : complete
                ? 'No active stop matches.'
                : 'Loading stops…'
        }
        isLoading={issuer !== null && !complete && !error}
        placeholder="Certificate number or kind"
        text={text}
        chosen=""
        onText={onText}
        onChoose={(item) => {
          onChange([...ids, item.id].join(', '));
          onText('');
        }}
      />
    </div>
  );
}
