// Expects the obstacles that a check finds for changed contents of an item.

import { expect } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { steps } from '../items.ts';

/** What a check answers to a change of a content that has no obstacle. */
type Row = [what: string, change: object, codes: string[]];

/** Documents that are here. */
export const papersOf = (...kinds: string[]) => kinds.map((kind) => ({ kind, state: 'Original' }));

/** Codes and fields of what is not cleared, warnings included. */
export async function foundIn(registry: Registry, issuer: number, content: object): Promise<string[]> {
  const { obstacles } = await steps(registry).check(issuer, content);
  return obstacles
    .filter((one: { isCleared: boolean }) => !one.isCleared)
    .map((one: { code: string; field: string }) => `${one.code} ${one.field}`.trim());
}

/** Checks a content with each change in turn. Nothing is recorded. */
export async function expectRows(
  registry: Registry,
  issuer: number,
  base: object,
  rows: readonly Row[],
): Promise<void> {
  for (const [what, change, codes] of rows)
    expect([what, ...(await foundIn(registry, issuer, { ...base, ...change }))]).toEqual([what, ...codes]);
}
