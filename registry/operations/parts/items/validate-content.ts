// Refuses contents of items that are not valid (400), and fills in tax ids that are on file.

import type { ItemContent } from '#lib/contract/agent/content';
import { HttpError } from '#registry/http/http-error';
import { unusedParts } from '#registry/items/content/content';
import { withKeptTaxIds } from '#registry/items/content/kept-tax-ids';
import { isFutureReceipt } from '#registry/items/rules/clock';
import type { Context } from '../context.ts';

/** Throws 400 for parts of a content that its kind does not use. */
export function refuseUnused(content: ItemContent): void {
  const errors = unusedParts(content);
  if (Object.keys(errors).length > 0) throw new HttpError(400, 'The request is not valid.', { errors });
}

/** Throws 400 for a receipt that has not happened yet. */
export function refuseFuture({ clock }: Context, content: ItemContent): void {
  if (!isFutureReceipt(content.receivedAt, clock.now(), clock.timeZone)) return;
  const errors = { 'content.receivedAt': ['Received must not be in the future.'] };
  throw new HttpError(400, 'The request is not valid.', { errors });
}

/** The content with the tax IDs that stay as they are on file. Throws 400 where none is on file. */
export function withTaxIdsOnFile(
  content: ItemContent,
  stored: ItemContent,
  kept: readonly string[] | null | undefined,
): ItemContent {
  const { content: whole, missing } = withKeptTaxIds(content, stored, kept ?? []);
  if (missing.length === 0) return whole;
  const errors = Object.fromEntries(
    missing.map((path) => [`content.${path}`, ['No tax ID is on file here. Enter it.']]),
  );
  throw new HttpError(400, 'The request is not valid.', { errors });
}
