'use client';

import { useState } from 'react';
import { Button, buttonClass } from '#components/ui/button';
import { useToast } from '#components/ui/overlay/toast';
import { routes } from '#lib/routes';
import { AddPasskey, PasskeyList, type ShownPasskey } from './passkey-list.tsx';
import { ReauthenticationForm } from './reauthentication-form.tsx';

type Props = {
  /** Since when an authenticator app is set up, as text; null: no app. */
  appSince: string | null;
  passkeys: readonly ShownPasskey[];
  /** Passkeys can be used at this address. */
  offered: boolean;
  codesLeft: number;
  hasPassword: boolean;
  /** The user's role requires a second factor. */
  required: boolean;
};

/** Recovery codes have a page of their own. It is loaded in full, so that no code stays in memory. */
const toCodes = () => window.location.assign(routes.enrol({ next: routes.account() }));

export function SecondFactorSection(props: Props) {
  const { appSince, passkeys, offered, codesLeft, hasPassword, required } = props;
  const enrolled = appSince !== null || passkeys.length > 0;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {!enrolled && (
        <p className="max-w-prose">
          With two-factor authentication, a stolen password alone gives no access.
        </p>
      )}
      <section>
        <h3 className="font-medium">Passkeys</h3>
        {offered || passkeys.length > 0 ? (
          <PasskeyList
            passkeys={passkeys}
            hasPassword={hasPassword}
            keepsOne={required && appSince === null && passkeys.length === 1}
          />
        ) : (
          <p className="mt-1 text-muted">Passkeys require an HTTPS address with a host name.</p>
        )}
        {offered && <AddPasskey onCodes={toCodes} needsCode={enrolled} />}
      </section>
      <section>
        <h3 className="font-medium">Authenticator app</h3>
        {appSince ? (
          <App
            since={appSince}
            hasPassword={hasPassword}
            last={passkeys.length === 0}
            keep={required && passkeys.length === 0}
          />
        ) : (
          <p className="mt-3">
            <a
              href={routes.enrol({ next: routes.account(), add: 'app' })}
              className={buttonClass('secondary')}
            >
              Set up authenticator app
            </a>
          </p>
        )}
      </section>
      {enrolled && (
        <section>
          <h3 className="font-medium">Recovery codes</h3>
          <Codes left={codesLeft} hasPassword={hasPassword} />
        </section>
      )}
    </div>
  );
}

type AppProps = { since: string; hasPassword: boolean; last: boolean; keep: boolean };

function App({ since, hasPassword, last, keep }: AppProps) {
  const [requested, setRequested] = useState(false);
  const notify = useToast();
  return (
    <>
      <p className="mt-1">Set up since {since}.</p>
      {!keep && !requested && (
        <Button className="mt-3" variant="danger" onClick={() => setRequested(true)}>
          Remove authenticator app
        </Button>
      )}
      {requested && (
        <ReauthenticationForm
          path="/api/account/second-factor"
          body={{ action: 'remove' }}
          about={
            last
              ? 'You then sign in with your password only, and your recovery codes stop working.'
              : 'You then sign in with a passkey or a recovery code.'
          }
          submit="Remove authenticator app"
          pendingLabel="Removing…"
          hasPassword={hasPassword}
          onDone={() => {
            notify({ text: 'Authenticator app removed.', tone: 'neutral' });
            setRequested(false);
          }}
          onCancel={() => setRequested(false)}
        />
      )}
    </>
  );
}

function Codes({ left, hasPassword }: { left: number; hasPassword: boolean }) {
  const [requested, setRequested] = useState(false);
  return (
    <>
      <p className="mt-1">
        {left} of 10 recovery codes left
        {left < 4 ? '. Create new codes before you use the last one.' : '.'}
      </p>
      {requested ? (
        <ReauthenticationForm
          path="/api/account/second-factor"
          body={{ action: 'codes' }}
          about="The old recovery codes stop working."
          submit="Create new codes"
          pendingLabel="Creating codes…"
          hasPassword={hasPassword}
          onDone={toCodes}
          onCancel={() => setRequested(false)}
        />
      ) : (
        <Button className="mt-3" onClick={() => setRequested(true)}>
          Create new recovery codes
        </Button>
      )}
    </>
  );
}
