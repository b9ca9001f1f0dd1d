'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { isApiError } from '#lib/api/error';
import type { Route } from '#lib/routes';
import { discardDraft } from './use-item-draft.ts';

export type ListedDraft = { id: string; text: string; issuer: string; savedAt: string; href: Route };

type Props = {
  user: string;
  drafts: readonly ListedDraft[];
  /** The registry's, in which the server and the browser write the same time. */
  zone: string;
};

/** What the user has typed and not entered. */
export function DraftList({ user, drafts, zone }: Props) {
  const router = useRouter();
  const [failed, setFailed] = useState('');
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const shown = drafts.filter(({ id }) => !discarded.includes(id));
  if (shown.length === 0) return null;
  const discard = async (id: string) => {
    try {
      await discardDraft(user, id);
      setDiscarded((now) => [...now, id]);
      setFailed('');
      router.refresh();
    } catch (error) {
      setFailed(isApiError(error) ? error.message : 'The draft could not be discarded.');
    }
  };
  return (
    <Section title="Your drafts" className="print:hidden">
      <ul className="divide-y divide-line border-b border-line">
        {shown.map(({ id, text, issuer, savedAt, href }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
            <Link href={href} className="min-w-0 break-words">
              {[issuer, text].filter(Boolean).join(' · ') || 'Empty draft'}
            </Link>
            <span className="text-sm text-muted">Saved {formatInstant(savedAt, zone)}</span>
            <Button size="sm" variant="quiet" onClick={() => void discard(id)}>
              Discard draft
            </Button>
          </li>
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failed}
        </p>
      )}
    </Section>
  );
}
