// Sends an item once, and tells what became of the request.

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOutcome } from '#components/submission/send';
import { type ApiError, isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { writeJson } from '#lib/contract/wire/json';
import { bodyOf, type ItemCheck } from './use-item-check.ts';

/** Replaced by the server with the signed-in user. */
const actor = { email: '-', firstName: '-', lastName: '-' };

export type Request = {
  entry: string;
  issuer: number;
  content: unknown;
  /** Paths of the tax IDs that stay as they are on file. */
  kept: readonly string[];
  edit: { item: number; version: number } | null;
  /** Also submitted, unless something refuses or holds it. */
  isSubmitted: boolean;
};

export type Sent =
  /** The page of the outcome shows what became of it. */
  { kind: 'sent' } | { kind: 'stands-against'; check: ItemCheck } | { kind: 'failed'; error: ApiError };

/**
 * Sends an item once: the request ID is that of its draft, so a second press, a reload or another window records
 * nothing twice.
 */
export function useSending() {
  const { call } = useApi();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const pressed = useRef(false);

  async function send(request: Request): Promise<Sent> {
    const { entry, issuer, content, kept, edit, isSubmitted } = request;
    if (isSubmitted) {
      const check = await call('CheckItem', bodyOf(issuer, edit?.item ?? null, content, kept) as never);
      if (check.obstacles.some((one) => one.effect === 'Refuses' && !one.isCleared))
        return { kind: 'stands-against', check };
    }
    const common = { idempotencyId: entry, actor, customerIssuerId: issuer, content };
    const { itemId, version } = edit
      ? await call(
          'UpdateItem',
          writeJson({ ...common, keptTaxIds: kept, itemId: edit.item, version: edit.version }) as never,
        )
      : await call('CreateItem', writeJson(common) as never);
    if (isSubmitted)
      // The item is recorded: its page says whether it was submitted too.
      await call('SubmitItems', {
        idempotencyId: `${entry}-submit`,
        actor,
        items: [{ itemId, version }],
      }).catch(() => undefined);
    return { kind: 'sent' };
  }

  return {
    isPending,
    /** Null for a second press while the first is under way. */
    async press(request: Request): Promise<Sent | null> {
      if (pressed.current) return null;
      pressed.current = true;
      setPending(true);
      const sent = await send(request).catch((error: unknown): Sent => {
        if (!isApiError(error)) throw error;
        return isOutcome(error) ? { kind: 'sent' } : { kind: 'failed', error };
      });
      await client.invalidateQueries({ refetchType: 'none' });
      // After it was sent the page is left: no further press counts.
      if (sent.kind !== 'sent') {
        pressed.current = false;
        setPending(false);
      }
      return sent;
    },
  };
}
