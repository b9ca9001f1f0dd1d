'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { address, type Route } from '#lib/routes';
import { FormPlaceholder } from '../data/form-placeholder.tsx';
import { openDraft } from './form-draft.ts';
import { replaceQuery } from './replace-query.ts';

/**
 * Gives a form its id before it is rendered. The address carries the id, so a reload or a second window finds
 * it.
 */
export function OpenEntry({ formName, to }: { formName: string; to: Route }) {
  const router = useRouter();
  useEffect(() => {
    const [path = '', search] = to.split('?');
    const state = Object.fromEntries(new URLSearchParams(search));
    replaceQuery(router, address(path, { ...state, entry: openDraft(formName) }));
  }, [formName, to, router]);
  return <FormPlaceholder />;
}
