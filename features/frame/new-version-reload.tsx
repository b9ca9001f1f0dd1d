'use client';

import { useEffect } from 'react';
import { chunkLoadError, onChunkLoadError } from '#components/ui/browser/chunk-load-error';
import { Button } from '#components/ui/button';
import { type Toast, useToast } from '#components/ui/overlay/toast';
import { request } from '#lib/api/call';

const storageKey = 'sharebook-renewed';
/** Automatic reloads per tab; after these the user is asked. */
const loadsMax = 3;

/** True once for each missing chunk: if one reload did not help, another would not either. */
function mayLoad(missing: string): boolean {
  try {
    const before = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[];
    if (before.includes(missing) || before.length >= loadsMax) return false;
    sessionStorage.setItem(storageKey, JSON.stringify([...before, missing]));
    return true;
  } catch {
    // Without sessionStorage the page could reload in a loop.
    return false;
  }
}

const load = () => window.location.reload();

const offer: Toast = {
  text: 'A new version is available, and this part of the page can no longer load. Save your input, then reload the page.',
  action: (
    <Button size="sm" onClick={load}>
      Reload page
    </Button>
  ),
};

/**
 * A tab older than the server's build requests chunks that no longer exist. The page then reloads once, or asks
 * the user when a form on it has typed values.
 */
export function NewVersionReload() {
  const notify = useToast();
  useEffect(() => {
    let typed: Element | null = null;
    const onInput = ({ target }: Event) => {
      if ((target as Element).closest('form')) typed = target as Element;
    };
    const renew = async (error: unknown) => {
      // Offline, a reload would only lose the page.
      const reachable = await request('/api/health').catch(() => null);
      if (reachable === null) return false;
      if (typed?.isConnected) notify(offer);
      else if (mayLoad(String(error))) load();
      else return false;
      return true;
    };
    const onRejection = ({ reason }: PromiseRejectionEvent) => void chunkLoadError(reason);
    document.addEventListener('input', onInput, true);
    window.addEventListener('unhandledrejection', onRejection);
    const forget = onChunkLoadError(renew);
    return () => {
      document.removeEventListener('input', onInput, true);
      window.removeEventListener('unhandledrejection', onRejection);
      forget();
    };
  }, [notify]);
  return null;
}
