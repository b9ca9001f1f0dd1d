'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { usePasskey } from '../../passkey-first.tsx';

/**
 * For forms that take a proof with every request: whether it is a passkey, as long as the person has not chosen password
 * and code, and the sentence and button with which they choose.
 */
export function usePasskeyChoice(): { byPasskey: boolean; choice: ReactNode } {
  const usable = usePasskey();
  const [other, setOther] = useState(false);
  const byPasskey = usable && !other;
  const choice = usable && (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {byPasskey && <span>You confirm this with your passkey.</span>}
      <Button look="quiet" size="sm" onClick={() => setOther(byPasskey)}>
        {byPasskey ? 'Confirm in another way' : 'Confirm with your passkey'}
      </Button>
    </p>
  );
  return { byPasskey, choice };
}
