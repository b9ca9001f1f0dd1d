'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Skeleton } from '@/components/ui/states';
import { NotYet } from './loaded.tsx';

type Props = { sentence: string; lines?: number; children: ReactNode };

/**
 * What the server is still drawing: grey lines, after two seconds a sentence, after five a way out; what comes after
 * all is shown. A fallback the server has sent is not alive before its content comes, so the words stand beside it.
 */
export function Awaited({ sentence, lines = 5, children }: Props) {
  const router = useRouter();
  const [state, setState] = useState<'waiting' | 'canceled' | 'here'>('waiting');
  const retry = () => {
    setState('waiting');
    router.refresh();
  };
  const cancel = () => setState('canceled');
  const canceled = state === 'canceled';
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
  return (
    <>
      {state !== 'here' && (
        <NotYet error={null} isFetching={!canceled} waiting={sentence} lines={0} {...{ retry, cancel }} />
      )}
      <div className={canceled ? 'hidden' : 'contents'}>{content}</div>
    </>
  );
}

function Here({ onHere }: { onHere: () => void }) {
  useEffect(onHere, [onHere]);
  return null;
}
