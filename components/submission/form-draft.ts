// Keeps a form in the browser while it is typed, under the ID of the request it will send.

'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { readTab, withoutTaxIds, writeTab } from '#components/ui/browser/tab-storage';
import type { Route } from '#lib/routes';
import { replaceQuery } from './replace-query.ts';

/** An opened form. Its id is the id of the request it will send, stored before anything is sent. */
export type FormDraft<Draft> = {
  key: string;
  draft: Draft;
  /** True when typed values were restored after a reload. */
  restored: boolean;
  change: (change: (draft: Draft) => Draft) => void;
  step: 'form' | 'review';
  review: () => void;
  back: () => void;
  /** Call this when the form has been sent, whatever the result. */
  sent: () => void;
};

const storeKey = (key: string) => `sharebook.entry.${key}`;
const sentKey = (key: string) => `sharebook.sent.${key}`;
const openKey = (formName: string) => `sharebook.open.${formName}`;
const abandonedAfterMs = 12 * 3_600_000;

/** 128 random bits. Also works on a page without https, where `crypto.randomUUID` is missing. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A generated account id, without characters that are easily confused. */
export function randomAccount(): string {
  const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return `S-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => signs[byte % signs.length]).join('')}`;
}

/**
 * The id of the open form of this name: the id that another window has open, so that both send the same
 * request, else a new one. Windows share only the id, not the typed values.
 */
export function openDraft(formName: string): string {
  try {
    const [key = '', at = ''] = (localStorage.getItem(openKey(formName)) ?? '').split(' ');
    if (key && Date.now() - Number(at) < abandonedAfterMs) return key;
    const made = randomKey();
    localStorage.setItem(openKey(formName), `${made} ${Date.now()}`);
    return made;
  } catch {
    return randomKey();
  }
}

/** Deletes the typed values; the name keeps the id until the outcome is known. */
function markSent(key: string): void {
  writeTab(storeKey(key), null);
  writeTab(sentKey(key), 1);
}

/** The next form of this name gets a new id. */
export function closeDraft(formName: string, key: string): void {
  markSent(key);
  try {
    if (localStorage.getItem(openKey(formName))?.startsWith(key)) localStorage.removeItem(openKey(formName));
  } catch {
    // Without storage there is nothing to delete.
  }
}

/**
 * The form of an id. Typed values except tax IDs survive a reload, and the browser's Back button leaves the review.
 * Once sent, the form redirects to its outcome.
 */
export function useDraft<Draft>(key: string, outcome: Route, initial: () => Draft): FormDraft<Draft> {
  const router = useRouter();
  const params = useSearchParams();
  const [{ draft, restored }, setState] = useState(() => {
    const found = readTab(storeKey(key)) as Draft | null;
    return { draft: found ?? initial(), restored: found !== null };
  });
  useEffect(() => {
    // If nothing can be stored, sending the form again shows the outcome as well.
    if (readTab(sentKey(key))) replaceQuery(router, outcome);
  }, [key, outcome, router]);
  const go = (step: string | null, how: 'pushState' | 'replaceState') => {
    const next = new URLSearchParams(window.location.search);
    if (step) next.set('step', step);
    else next.delete('step');
    window.history[how](null, '', `${window.location.pathname}?${next}`);
  };
  return {
    key,
    draft,
    restored,
    change: (change) =>
      setState((state) => {
        const next = change(state.draft);
        writeTab(storeKey(key), next, withoutTaxIds);
        return { ...state, draft: next };
      }),
    step: params.get('step') === 'review' ? 'review' : 'form',
    review: () => go('review', 'pushState'),
    back: () => go(null, 'replaceState'),
    sent: () => markSent(key),
  };
}
