// Form fields for role and issuers of a user, and the request made of them.

'use client';

import { BoundField, CheckboxField, RadioField } from '#components/form/fields';
import { Button } from '#components/ui/button';
import { DateInput } from '#components/ui/input/date-input';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { TextInput } from '#components/ui/input/text-input';
import { isRole, mayBeGrantedDocuments, type Role, roleNames, roles } from '#lib/access/roles';

export type IssuerOption = { id: number; name: string };
/** `until` is the last day, or empty for no end. */
export type GrantEntry = { issuer: number; until: string };
export type Rights = {
  role: Role | '';
  grants: readonly GrantEntry[];
  /** May see documents of items. */
  seesDocuments: boolean;
};

export const needsIssuers = (role: Role | '') => isRole(role) && roles[role].issuers === 'granted';

/** Request body for rights; a role for all issuers lists none. */
export const rightsBody = ({ role, grants, seesDocuments }: Rights) => ({
  role,
  seesDocuments: isRole(role) && mayBeGrantedDocuments(role) && seesDocuments,
  grants: needsIssuers(role) ? grants.map(({ issuer, until }) => ({ issuer, until: until || null })) : [],
});

/** Form values from a body made by `rightsBody`. */
export const rightsTyped = (sent: Readonly<Record<string, unknown>>): Rights => {
  const { role, grants, seesDocuments } = sent as ReturnType<typeof rightsBody>;
  return { role, seesDocuments, grants: grants.map(({ issuer, until }) => ({ issuer, until: until ?? '' })) };
};

/** Text on issuers that could not be confirmed at the registry, or null when all were. */
export function uncheckedText(response: unknown): string | null {
  const { unchecked = [] } = response as { unchecked?: readonly number[] };
  if (unchecked.length === 0) return null;
  const which = unchecked.length === 1 ? `issuer ${unchecked[0]}` : `issuers ${unchecked.join(', ')}`;
  return `The registry did not respond, so ${which} could not be checked. Check again later.`;
}

type Props = {
  rights: Rights;
  onChange: (rights: Rights) => void;
  /** Issuers of the registry; null while it cannot be reached: then issuer ids are typed. */
  issuers: readonly IssuerOption[] | null;
  today: string;
};

/** Role and issuers, each issuer until a day or without an end. */
export function RightsFields({ rights, onChange, issuers, today }: Props) {
  const { role, grants } = rights;
  return (
    <>
      <RadioField
        name="role"
        label="Role"
        options={roleNames.map((name) => ({
          value: name,
          label: roles[name].title,
          hint: `${roles[name].can}.`,
        }))}
        value={role}
        onChange={(name) => onChange({ ...rights, role: name as Role })}
        className="[&>div]:flex-col"
      />
      {needsIssuers(role) && (
        <Grants
          grants={grants}
          onChange={(changed) => onChange({ ...rights, grants: changed })}
          issuers={issuers}
          today={today}
        />
      )}
      {isRole(role) && mayBeGrantedDocuments(role) && (
        <CheckboxField
          name="seesDocuments"
          label="May see documents of items"
          hint="Scanned letters, opinions and certificates of the work queue, for these issuers. They may show tax IDs."
          checked={rights.seesDocuments}
          onChange={(event) => onChange({ ...rights, seesDocuments: event.target.checked })}
        />
      )}
    </>
  );
}

type GrantsProps = Pick<Props, 'issuers' | 'today'> & {
  grants: readonly GrantEntry[];
  onChange: (grants: readonly GrantEntry[]) => void;
};

function Grants({ grants, onChange, issuers, today }: GrantsProps) {
  const nameOf = (id: number) => issuers?.find((issuer) => issuer.id === id)?.name ?? `Issuer ${id}`;
  const rest = issuers?.filter(({ id }) => !grants.some(({ issuer }) => issuer === id)) ?? null;
  const add = (text: string) => {
    if (/^[1-9]\d{0,14}$/.test(text) && !grants.some(({ issuer }) => issuer === Number(text)))
      onChange([...grants, { issuer: Number(text), until: '' }]);
  };
  return (
    <fieldset>
      <legend className="text-sm font-medium">Issuers</legend>
      <ul className="mt-1 border-t border-line">
        {grants.map((grant) => (
          <li
            key={grant.issuer}
            className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-b border-line py-2"
          >
            <span className="min-w-40 flex-1 self-center">
              {nameOf(grant.issuer)} <span className="text-muted">{grant.issuer}</span>
            </span>
            <Field label={`Last day for ${nameOf(grant.issuer)}`} hideLabel className="w-40">
              <DateInput
                inForm
                value={grant.until}
                min={today}
                onChange={(until) =>
                  onChange(grants.map((one) => (one.issuer === grant.issuer ? { ...one, until } : one)))
                }
              />
            </Field>
            <span className="w-16 self-center text-xs text-muted">{grant.until ? 'last day' : 'no end'}</span>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Remove ${nameOf(grant.issuer)}`}
              onClick={() => onChange(grants.filter(({ issuer }) => issuer !== grant.issuer))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <BoundField
        name="grants"
        label="Add an issuer"
        hint="After the last day, the user loses access to the issuer. Without a last day, access lasts until it is removed."
        className="mt-3 max-w-md"
      >
        {rest ? (
          <Select
            value=""
            onChange={(event) => add(event.target.value)}
            options={[
              { value: '', label: rest.length > 0 ? 'Choose an issuer…' : 'All issuers added' },
              ...rest.map(({ id, name }) => ({ value: `${id}`, label: `${name} (${id})` })),
            ]}
          />
        ) : (
          <TextInput
            inputMode="numeric"
            placeholder="Issuer ID"
            onBlur={(event) => {
              add(event.target.value.trim());
              event.target.value = '';
            }}
          />
        )}
      </BoundField>
    </fieldset>
  );
}
