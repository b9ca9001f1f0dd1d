'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { ChangeForm } from '#components/step-up/change-form';
import { useTypedBefore } from '#components/step-up/provider-reauth';
import { LinkButton } from '#components/ui/button';
import { routes } from '#lib/routes';
import { OneTimeLink } from './one-time-link.tsx';
import {
  type IssuerOption,
  needsIssuers,
  type Rights,
  RightsFields,
  rightsBody,
  rightsTyped,
  uncheckedText,
} from './rights-fields.tsx';

type Props = { issuers: readonly IssuerOption[] | null; today: string; needsCode: boolean; hours: number };
type Made = { id: string; link: string; email: string; unchecked: readonly number[] };

export function InviteForm({ issuers, today, needsCode, hours }: Props) {
  const [rights, setRights] = useState<Rights>({ role: '', grants: [], seesDocuments: false });
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  useTypedBefore((typed) => {
    setName(String(typed.name ?? ''));
    setEmail(String(typed.email ?? ''));
    setRights(rightsTyped(typed));
    return true;
  });
  const [made, setMade] = useState<Made | null>(null);
  const unchecked = made && uncheckedText(made);
  if (made)
    return (
      <>
        <OneTimeLink link={made.link} email={made.email} hours={hours} />
        {unchecked && (
          <p role="status" className="mt-3 max-w-3xl">
            {unchecked}
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <LinkButton href={routes.user(made.id)}>Open account</LinkButton>
          <LinkButton href={routes.users()}>All users</LinkButton>
        </div>
      </>
    );
  return (
    <ChangeForm
      className="max-w-3xl"
      path="/api/accounts"
      needsCode={needsCode}
      submit="Create account and link"
      pendingLabel="Creating account…"
      labels={{ name: 'Name', email: 'Email', role: 'Role', grants: 'Issuers' }}
      body={() => {
        const fields: Record<string, string> = {};
        if (!name.trim()) fields.name = 'Enter the user’s name.';
        if (!email.trim()) fields.email = 'Enter the user’s email address.';
        if (!rights.role) fields.role = 'Choose a role.';
        else if (needsIssuers(rights.role) && rights.grants.length === 0)
          fields.grants = 'Add at least one issuer.';
        if (Object.keys(fields).length > 0)
          return { code: 'incomplete', message: 'Check the highlighted fields.', fields };
        return { name: name.trim(), email: email.trim(), ...rightsBody(rights) };
      }}
      onDone={(response) => setMade({ ...(response as Omit<Made, 'email'>), email: email.trim() })}
    >
      <TextField
        name="name"
        label="Name"
        className="max-w-md"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        spellCheck={false}
        className="max-w-md"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RightsFields rights={rights} onChange={setRights} issuers={issuers} today={today} />
    </ChangeForm>
  );
}
