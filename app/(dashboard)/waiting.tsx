'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Skeleton, SlowNotice } from '@/components/ui/states';
import { NotYet } from './loaded.tsx';

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

/** The same where the server is still drawing, with a way out after five; what comes after all is shown. */
export function WaitingForServer({ sentence, lines = 5 }: Props) {
  const router = useRouter();
  const [canceled, setCanceled] = useState(false);
  const retry = () => {
    setCanceled(false);
    router.refresh();
  };
  const cancel = () => setCanceled(true);
  return <NotYet error={null} isFetching={!canceled} waiting={sentence} {...{ lines, retry, cancel }} />;
}
