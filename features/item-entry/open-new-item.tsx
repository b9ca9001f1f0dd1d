'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { FormPlaceholder } from '#components/data/form-placeholder';
import { randomAccount, randomKey } from '#components/submission/form-draft';
import { replaceQuery } from '#components/submission/replace-query';
import { routes } from '#lib/routes';
import { newForm } from './item-form.ts';
import { prepareLikeLast } from './next-like-last.ts';

type Props = { user: string; zone: string; now: string; isLike: boolean };

/** Gives each new entry an ID of its own in the address, so that a reload finds its draft. */
export function OpenNewItem({ user, zone, now, isLike }: Props) {
  const router = useRouter();
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    const entry = randomKey();
    if (isLike) prepareLikeLast(user, entry, newForm({ now: new Date(now), zone, account: randomAccount() }));
    replaceQuery(router, routes.newItem({ entry }));
  }, [user, zone, now, isLike, router]);
  return <FormPlaceholder />;
}
