'use client';

import { useEffect, useState } from 'react';
import { FilterSheet } from '#components/register/filter-sheet';
import type { Listed } from '#components/register/issuer-choice';
import { PeriodBar } from '#components/register/period-bar';
import { putParam } from '#components/ui/browser/address-params';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { TextInput } from '#components/ui/input/text-input';
import { formatDate } from '#lib/format/dates';
import { nameText } from '#lib/format/name-text';
import type { Period } from '#lib/register/periods';
import type { AuditQuery, AuditResponse } from './audit-query.ts';

type Props = {
  query: AuditQuery;
  defaultPeriod: Period & { label: string };
  issuers: readonly Listed[];
  /** Null while loading. */
  choices: AuditResponse['choices'] | null;
  today: string;
};

const groups = [
  { value: '', label: 'All except views' },
  { value: 'secrets', label: 'Tax IDs shown' },
  { value: 'files', label: 'Reports and downloads' },
  { value: 'writes', label: 'Changes to the register' },
  { value: 'scenarios', label: 'Scenarios' },
  { value: 'accounts', label: 'Sign-ins and accounts' },
  { value: 'all', label: 'Everything' },
];

const outcomes = [
  { value: '', label: 'Any' },
  { value: 'ok', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'failed', label: 'Failed' },
];

/** The address may name a value that is no longer offered; it is shown all the same. */
const withCurrent = (options: readonly { value: string; label: string }[], value: string) =>
  options.some((one) => one.value === value) ? options : [...options, { value, label: value }];

/** Filters for user, action, issuer, object, period and result, each stored in the address. */
export function AuditFilters({ query, defaultPeriod, issuers, choices, today }: Props) {
  const users = [
    { value: '', label: 'All users' },
    ...(choices?.people ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    { value: 'nobody', label: 'Not signed in' },
  ];
  const actions = [
    ...groups,
    ...(choices?.actions ?? []).map((action) => ({ value: action, label: `Only: ${nameText(action)}` })),
  ];
  const known = issuers.map(({ customerIssuerId, name }) => ({
    value: `${customerIssuerId}`,
    label: `${name} (${customerIssuerId})`,
  }));
  const pick = (
    name: string,
    label: string,
    options: readonly { value: string; label: string }[],
    width: string,
  ) => (
    <Field label={label} className={`${width} max-sm:w-full`}>
      <Select
        value={query[name as keyof AuditQuery]}
        onChange={(event) => putParam(name, event.target.value || null)}
        options={withCurrent(options, query[name as keyof AuditQuery])}
      />
    </Field>
  );
  const who = users.find(({ value }) => value === query.person)?.label ?? query.person;
  const what = actions.find(({ value }) => value === query.action)?.label ?? query.action;
  return (
    <FilterSheet chosen={`${formatDate(query.from)} to ${formatDate(query.to)}, ${who}, ${what}`}>
      <PeriodBar period={query} today={today} more={[defaultPeriod]} />
      {pick('person', 'User', users, 'w-64')}
      {pick('action', 'Action', actions, 'w-52')}
      {pick('issuer', 'Issuer', [{ value: '', label: 'Any' }, ...known], 'w-64')}
      {pick('outcome', 'Outcome', outcomes, 'w-28')}
      <ObjectField value={query.object} />
    </FilterSheet>
  );
}

const settleMs = 350;

function ObjectField({ value }: { value: string }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => putParam('object', text.trim() || null), settleMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <Field label="Object, request ID or IP address" className="w-52 max-sm:w-full">
      <TextInput
        type="search"
        value={text}
        maxLength={100}
        placeholder="H-100419"
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
