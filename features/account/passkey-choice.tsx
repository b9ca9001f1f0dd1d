'use client';

import { type ReactNode, useState } from 'react';
import { usePasskey } from '#components/step-up/passkey-first';
import { Button } from '#components/ui/button';

/**
 * For forms that need re-authentication with every request. `byPasskey`: a passkey is used, until the user
 * chooses password and code with the button in `choice`.
 */
export function usePasskeyChoice(): { byPasskey: boolean; choice: ReactNode } {
  const usable = usePasskey();
  const [other, setOther] = useState(false);
  const byPasskey = usable && !other;
  const choice = usable && (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {byPasskey && <span>You confirm this with your passkey.</span>}
      <Button variant="quiet" size="sm" onClick={() => setOther(byPasskey)}>
        {byPasskey ? 'Use another method' : 'Confirm with your passkey'}
      </Button>
    </p>
  );
  return { byPasskey, choice };
}
