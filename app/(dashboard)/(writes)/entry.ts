'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Route } from '#lib/routes';

/** A form that has been opened: its id is that of the request it will send, kept before anything is sent. */
export type Entry<Draft> = {
  key: string;
  draft: Draft;
  /** True when what was typed came back after a reload. */
  restored: boolean;
  change: (change: (draft: Draft) => Draft) => void;
  step: 'form' | 'review';
  review: () => void;
  back: () => void;
  /** To be called when it has been sent, whatever came of it. */
  sent: () => void;
};

const storeKey = (key: string) => `sharebook.entry.${key}`;
const sentKey = (key: string) => `sharebook.sent.${key}`;
const openKey = (place: string) => `sharebook.open.${place}`;
const abandonedAfterMs = 12 * 3_600_000;

/** 128 random bits, also where the page is not served over https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A made-up account id: without signs that are mistaken for each other. */
export function randomAccount(): string {
  const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return `S-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => signs[byte % signs.length]).join('')}`;
}

/**
 * The id of the form opened at a place: the one another window has open there, so that two windows are one request,
 * else a new one. Only the id is shared; what is typed stays in its own window.
 */
export function openEntry(place: string): string {
  try {
    const [key = '', at = ''] = (localStorage.getItem(openKey(place)) ?? '').split(' ');
    if (key && Date.now() - Number(at) < abandonedAfterMs) return key;
    const made = randomKey();
    localStorage.setItem(openKey(place), `${made} ${Date.now()}`);
    return made;
  } catch {
    return randomKey();
  }
}

/** What was typed has served its turn; the id stays the place's until the outcome is known. */
function markSent(key: string): void {
  try {
    sessionStorage.removeItem(storeKey(key));
    sessionStorage.setItem(sentKey(key), '1');
  } catch {
    // Storage that is closed has kept nothing.
  }
}

/** The next form opened at this place is another one. */
export function closeEntry(place: string, key: string): void {
  markSent(key);
  try {
    if (localStorage.getItem(openKey(place))?.startsWith(key)) localStorage.removeItem(openKey(place));
  } catch {
    // As above.
  }
}

/** Tax ids are typed again after a reload: they are not left lying in a browser. */
const withoutTaxIds = (name: string, value: unknown) =>
  name === 'primaryTaxId' || name === 'secondaryTaxId' ? undefined : value;

function kept<Draft>(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(storeKey(key)) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/**
 * The form of an id: what was typed survives a reload, and the way back from the review is the browser's own. Come back
 * to after it was sent, it leads to what became of it.
 */
export function useEntry<Draft>(key: string, outcome: Route, initial: () => Draft): Entry<Draft> {
  const router = useRouter();
  const params = useSearchParams();
  const [{ draft, restored }, setState] = useState(() => {
    const found = kept<Draft>(key);
    return { draft: found ?? initial(), restored: found !== null };
  });
  useEffect(() => {
    try {
      if (sessionStorage.getItem(sentKey(key))) router.replace(outcome);
    } catch {
      // Sending it again would show the outcome as well.
    }
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
        try {
          sessionStorage.setItem(storeKey(key), JSON.stringify(next, withoutTaxIds));
        } catch {
          // Nothing typed is lost while the page stays.
        }
        return { ...state, draft: next };
      }),
    step: params.get('step') === 'review' ? 'review' : 'form',
    review: () => go('review', 'pushState'),
    back: () => go(null, 'replaceState'),
    sent: () => markSent(key),
  };
}
