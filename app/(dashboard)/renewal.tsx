'use client';

import { useEffect } from 'react';
import { request } from '#lib/api/call';
import { Button } from '@/components/ui/button';
import { missingCode, onMissingCode } from '@/components/ui/stale';
import { type Toast, useToast } from '@/components/ui/toast';

const storageKey = 'sharebook-renewed';
/** Loads by itself a tab makes in its life; beyond, the person is asked. */
const loadsMax = 3;

/** True once for each missing piece of code: a load that did not bring it would not the next time either. */
function mayLoad(missing: string): boolean {
  try {
    const before = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[];
    if (before.includes(missing) || before.length >= loadsMax) return false;
    sessionStorage.setItem(storageKey, JSON.stringify([...before, missing]));
    return true;
  } catch {
    // Without a memory it might go on for ever.
    return false;
  }
}

const load = () => window.location.reload();

const offer: Toast = {
  text: 'Sharebook was renewed since this page was opened, and this part of it is no longer there. Load the page again when what you typed is safe.',
  action: (
    <Button size="sm" onClick={load}>
      Load again
    </Button>
  ),
};

/**
 * A tab that is older than the server wants code that is gone (assurance F-46): the page is loaded anew, once, unless
 * something was typed in a form of it; then the person is asked.
 */
export function Renewal() {
  const notify = useToast();
  useEffect(() => {
    let typed: Element | null = null;
    const onInput = ({ target }: Event) => {
      if ((target as Element).closest('form')) typed = target as Element;
    };
    const renew = async (error: unknown) => {
      // Who is offline would only lose the page.
      const reachable = await request('/api/health').catch(() => null);
      if (reachable === null) return false;
      if (typed?.isConnected) notify(offer);
      else if (mayLoad(String(error))) load();
      else return false;
      return true;
    };
    const onRejection = ({ reason }: PromiseRejectionEvent) => void missingCode(reason);
    document.addEventListener('input', onInput, true);
    window.addEventListener('unhandledrejection', onRejection);
    const forget = onMissingCode(renew);
    return () => {
      document.removeEventListener('input', onInput, true);
      window.removeEventListener('unhandledrejection', onRejection);
      forget();
    };
  }, [notify]);
  return null;
}
