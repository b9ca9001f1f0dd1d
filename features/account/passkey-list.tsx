'use client';

import { useEffect, useState } from 'react';
import { TextField } from '#components/form/fields';
import { ChangeForm } from '#components/step-up/change-form';
import { PasskeyName } from '#components/step-up/passkey-name';
import { Button } from '#components/ui/button';
import { useToast } from '#components/ui/overlay/toast';
import { addPasskey, knowsPasskeys } from '#lib/api/passkey';
import { ReauthenticationForm } from './reauthentication-form.tsx';

/** A passkey with its times formatted as text. */
export type ShownPasskey = { id: string; name: string; made: string; used: string | null; backedUp: boolean };

const path = '/api/account/passkey-change';

type ListProps = { passkeys: readonly ShownPasskey[]; hasPassword: boolean; keepsOne: boolean };

export function PasskeyList({ passkeys, hasPassword, keepsOne }: ListProps) {
  const [open, setOpen] = useState<{ id: string; action: 'rename' | 'remove' } | null>(null);
  const notify = useToast();
  const close = () => setOpen(null);
  if (passkeys.length === 0) return <p className="mt-1 text-muted">No passkeys.</p>;
  return (
    <ul className="mt-2 border-t border-line">
      {passkeys.map(({ id, name, made, used, backedUp }) => (
        <li key={id} className="border-b border-line py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <p className="font-medium break-words">{name}</p>
              <p className="text-sm text-muted">
                Added {made}. {used ? `Last used ${used}.` : 'Not used yet.'}
                {backedUp && ' Synced by its provider.'}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                size="sm"
                aria-label={`Rename the passkey ${name}`}
                onClick={() => setOpen({ id, action: 'rename' })}
              >
                Rename
              </Button>
              {!keepsOne && (
                <Button
                  size="sm"
                  aria-label={`Remove the passkey ${name}`}
                  onClick={() => setOpen({ id, action: 'remove' })}
                >
                  Remove
                </Button>
              )}
            </div>
          </div>
          {open?.id === id && open.action === 'rename' && <Rename id={id} name={name} onClose={close} />}
          {open?.id === id && open.action === 'remove' && (
            <ReauthenticationForm
              path={path}
              body={{ action: 'remove', id }}
              about={`You can no longer sign in with “${name}”. Delete it on the device as well.`}
              submit="Remove passkey"
              pendingLabel="Removing…"
              hasPassword={hasPassword}
              onDone={() => {
                notify({ text: 'Passkey removed.', tone: 'neutral' });
                close();
              }}
              onCancel={close}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Rename({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <ChangeForm
      className="mt-3 max-w-md"
      path={path}
      needsCode
      body={(data) => ({ action: 'rename', id, name: String(data.get('name') ?? '') })}
      submit="Save name"
      pendingLabel="Saving…"
      labels={{ name: 'Name' }}
      onDone={onClose}
      onCancel={onClose}
    >
      <TextField name="name" label="Name" defaultValue={name} maxLength={60} autoComplete="off" autoFocus />
    </ChangeForm>
  );
}

/** Adds a passkey; `onCodes`: it was the first factor, so recovery codes have to be shown. */
export function AddPasskey({ onCodes, needsCode }: { onCodes: () => void; needsCode: boolean }) {
  const [known, setKnown] = useState(true);
  const [open, setOpen] = useState(false);
  const notify = useToast();
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!known) return <p className="mt-3 text-muted">This browser does not support passkeys.</p>;
  if (!open)
    return (
      <Button className="mt-3" onClick={() => setOpen(true)}>
        Add passkey
      </Button>
    );
  return (
    <ChangeForm
      className="mt-3 max-w-md"
      path={path}
      send={({ name }) => addPasskey(String(name))}
      needsCode={needsCode}
      body={(data) => {
        const name = String(data.get('name') ?? '').trim();
        return name
          ? { name }
          : {
              code: 'incomplete',
              message: 'Check the highlighted fields.',
              fields: { name: 'Enter a name.' },
            };
      }}
      submit="Add passkey"
      pendingLabel="Waiting for your passkey…"
      labels={{ name: 'Name', passkey: 'Passkey' }}
      onDone={(response) => {
        if ((response as { codes: boolean }).codes) return onCodes();
        notify({ text: 'Passkey added.', tone: 'positive' });
        setOpen(false);
      }}
      onCancel={() => setOpen(false)}
    >
      <PasskeyName autoFocus />
    </ChangeForm>
  );
}
