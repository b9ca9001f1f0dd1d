// Contents of items as stored: text, digest, unused parts, and changes between two contents.

import { createHash } from 'node:crypto';
import { type ItemContent, itemContent } from '#lib/contract/agent/content';
import { type ContentPart, partsOf } from '#lib/contract/agent/parts';
import { parseJson, writeJson } from '#lib/contract/wire/json';

/** A content as it is stored, and its SHA-256. An approval is bound to the digest. */
export type StoredContent = { text: string; digest: string };

export function storedContent(content: ItemContent): StoredContent {
  const text = writeJson(content);
  return { text, digest: createHash('sha256').update(text).digest('hex') };
}

/**
 * A content as a request gives it, for an item or for a new one: only the registry writes an instruction, and what an
 * officer of the issuer asked for.
 */
export function givenContent(content: ItemContent, item: { content: ItemContent } | null): ItemContent {
  const { instruction: _, request: __, ...given } = content;
  const { instruction, request } = item?.content ?? {};
  return { ...given, ...(instruction && { instruction }), ...(request && { request }) };
}

/** The content of a stored text. Throws when it is not one. */
export function readContent(text: string): ItemContent {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error('A stored content is not JSON.');
  return itemContent.parse(parsed.value);
}

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** The parts given that a kind does not use, each with its sentence. */
export function unusedParts(content: ItemContent): Record<string, string[]> {
  const used: ReadonlySet<string> = partsOf(content.kind);
  const given = Object.entries(content).filter(([name, value]) => !used.has(name) && isGiven(value));
  return Object.fromEntries(
    given.map(([name]) => [`content.${name}`, [`An item of the kind ${content.kind} has no such part.`]]),
  );
}

/** The changed parts between two contents, as texts. Tax IDs are not repeated. */
export function contentChanges(
  before: ItemContent,
  after: ItemContent,
): { field: string; before: string; after: string }[] {
  const names = Object.keys(itemContent.shape) as ContentPart[];
  return names.flatMap((field) => {
    const [was, is] = [textOf(before[field]), textOf(after[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

const taxIds = new Set(['primaryTaxId', 'secondaryTaxId', 'taxId']);

/** The last four characters, or none of a short one. */
const masked = (taxId: string) => `•••••${taxId.length > 5 ? taxId.slice(-4) : ''}`;

function textOf(value: unknown): string {
  if (!isGiven(value)) return '';
  if (typeof value === 'string') return value;
  return writeJson(withoutTaxIds(value));
}

function withoutTaxIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTaxIds);
  if (value === null || typeof value !== 'object') return value;
  // What a search by tax ID looked for is one.
  const isTaxId = (name: string) =>
    taxIds.has(name) || (name === 'terms' && 'by' in value && value.by === 'TaxId');
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isTaxId(name) && typeof part === 'string' && part !== '' ? masked(part) : withoutTaxIds(part),
    ]),
  );
}
