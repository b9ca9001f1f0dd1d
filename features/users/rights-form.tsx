'use client';

import { useState } from 'react';
import { ChangeForm } from '#components/step-up/change-form';
import { useTypedBefore } from '#components/step-up/provider-reauth';
import { useToast } from '#components/ui/overlay/toast';
import {
  type IssuerOption,
  needsIssuers,
  type Rights,
  RightsFields,
  rightsBody,
  rightsTyped,
  uncheckedText,
} from './rights-fields.tsx';

type Props = {
  id: string;
  rights: Rights;
  issuers: readonly IssuerOption[] | null;
  today: string;
  needsCode: boolean;
};

export function RightsForm({ id, rights: given, issuers, today, needsCode }: Props) {
  const notify = useToast();
  const [rights, setRights] = useState<Rights>(given);
  useTypedBefore((typed) => {
    if (typed.action === 'rights') setRights(rightsTyped(typed));
    return true;
  });
  return (
    <ChangeForm
      className="max-w-3xl"
      path={`/api/accounts/${id}`}
      needsCode={needsCode}
      submit="Save role and issuers"
      pendingLabel="Saving…"
      labels={{ role: 'Role', grants: 'Issuers' }}
      body={() =>
        needsIssuers(rights.role) && rights.grants.length === 0
          ? {
              code: 'incomplete',
              message: 'Check the highlighted fields.',
              fields: { grants: 'Add at least one issuer.' },
            }
          : { action: 'rights', ...rightsBody(rights) }
      }
      onDone={(response) => {
        const unchecked = uncheckedText(response);
        if (unchecked) notify({ text: `Saved. ${unchecked}`, tone: 'danger' });
        else notify({ text: 'Saved. Applies immediately.', tone: 'positive' });
      }}
    >
      <RightsFields rights={rights} onChange={setRights} issuers={issuers} today={today} />
    </ChangeForm>
  );
}
