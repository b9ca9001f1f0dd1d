'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Skeleton, SlowNotice } from '@/components/ui/states';
import { Canceled } from './loaded.tsx';

type Props = { sentence: string; lines?: number };

/** What stands where something is still being read: grey lines, after two seconds a sentence. */
export function Waiting({ sentence, lines = 5 }: Props) {
  return (
    <>
      <SlowNotice pending sentence={sentence} />
      <Skeleton lines={lines} />
    </>
  );
}

/**
 * What the server is still drawing: grey lines, after two seconds a sentence, after five a way out; what comes after
 * all is shown. A fallback the server has sent is not alive before its content comes, so the words stand beside it.
 */
export function Awaited({ sentence, lines = 5, children }: Props & { children: ReactNode }) {
  const router = useRouter();
  const [state, setState] = useState<'waiting' | 'canceled' | 'here'>('waiting');
  const retry = () => {
    setState('waiting');
    router.refresh();
  };
  // The same element at every drawing: one that changes is drawn anew instead of taken over from the server.
  const content = useMemo(
    () => (
      <Suspense fallback={<Skeleton lines={lines} />}>
        <Here onHere={() => setState('here')} />
        {children}
      </Suspense>
    ),
    [lines, children],
  );
  const canceled = state === 'canceled';
  return (
    <>
      {state !== 'here' && (
        <SlowNotice pending={state === 'waiting'} sentence={sentence} onCancel={() => setState('canceled')} />
      )}
      {canceled && <Canceled onRetry={retry} />}
      <div className={canceled ? 'hidden' : 'contents'}>{content}</div>
    </>
  );
}

function Here({ onHere }: { onHere: () => void }) {
  useEffect(onHere, [onHere]);
  return null;
}
