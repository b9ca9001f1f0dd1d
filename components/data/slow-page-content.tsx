// Placeholder, notice and Cancel button for a page that the server is still rendering.

'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Skeleton } from '../ui/states.tsx';
import { QueryPlaceholder } from './query-result.tsx';

type Props = { text: string; lines?: number; children: ReactNode };

/**
 * Placeholder for what the server still renders: lines, a sentence after two seconds, a Cancel button after
 * five; content that arrives later is still shown. A streamed fallback does not hydrate before its content
 * arrives, so the texts are rendered beside it.
 */
export function Awaited({ text, lines = 5, children }: Props) {
  const router = useRouter();
  const [state, setState] = useState<'waiting' | 'canceled' | 'here'>('waiting');
  const retry = () => {
    setState('waiting');
    router.refresh();
  };
  const cancel = () => setState('canceled');
  const canceled = state === 'canceled';
  // Stable element: with a new one React would render the content again instead of keeping the server's.
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
        <QueryPlaceholder
          error={null}
          isFetching={!canceled}
          waiting={text}
          lines={0}
          {...{ retry, cancel }}
        />
      )}
      <div className={canceled ? 'hidden' : 'contents'}>{content}</div>
    </>
  );
}

function Here({ onHere }: { onHere: () => void }) {
  useEffect(onHere, [onHere]);
  return null;
}
