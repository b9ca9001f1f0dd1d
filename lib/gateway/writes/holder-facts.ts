// Compares a registration on file with a request, field by field.

import 'server-only';
import { createHash } from 'node:crypto';
import { addressNames } from '#lib/contract/address-names';
import { maskTaxId } from '#lib/contract/mask-tax-id';

/** A registration as flat texts under the interface's names: `name`, `primaryAddress.city`, `primaryTaxId`. */
export type Facts = Readonly<Record<string, string>>;

type Fields = Readonly<Record<string, unknown>>;

const plain = ['sortName', 'primaryPayeeName', 'secondaryPayeeName'] as const;
const taxTypes = ['primaryTaxIdType', 'secondaryTaxIdType'] as const;
const taxIds = ['primaryTaxId', 'secondaryTaxId'] as const;

const text = (value: unknown) =>
  value === null || value === undefined ? '' : String(value).trim().replace(/\s+/g, ' ');

function addressFacts(side: string, given: unknown): [string, string][] {
  if (given === undefined) return [];
  const address = (given ?? {}) as Fields;
  return addressNames.flatMap((name) =>
    given !== null && address[name] === undefined ? [] : [[`${side}.${name}`, text(address[name])]],
  );
}

/** An account as the registry shows it. The registry joins the name lines into one text. */
export function factsOfRecord(record: Fields): Facts {
  return Object.fromEntries([
    ['name', text(record.name)],
    ['accountType', text(record.typeEnum) || text(record.type)],
    ...[...plain, ...taxTypes].map((name) => [name, text(record[name])]),
    ...taxIds.map((name) => [name, text(record[name]).replace(/[\s-]/g, '')]),
    ...addressFacts('primaryAddress', record.primaryAddress),
    ...addressFacts('mailingAddress', record.mailingAddress ?? null),
  ]);
}

/** The values of a request; absent fields stay absent. */
export function factsOfBody(body: Fields): Facts {
  const given = [...plain, ...taxTypes, ...taxIds, 'accountType'].flatMap((name) =>
    body[name] === undefined ? [] : [[name, text(body[name])]],
  );
  return Object.fromEntries([
    ['name', text([body.name, body.name2, body.name3].map(text).filter(Boolean).join(' '))],
    ...given,
    ...addressFacts('primaryAddress', body.primaryAddress),
    ...addressFacts('mailingAddress', body.mailingAddress),
  ]);
}

/** Registries write capitals, or texts instead of account type codes; a masked number cannot be compared. */
const bare = (value: string) => value.replace(/[^\p{L}\p{N}*]/gu, '').toUpperCase();
const same = (a: string, b: string) => bare(a) === bare(b) || a.includes('*');

/** Without a number its type is ignored: registries leave it empty. */
const ofNoNumber = (name: string, requested: Facts) =>
  taxTypes.some((type, at) => type === name && requested[taxIds[at] ?? ''] === '');

/** Fields of `requested` with a different value in `shown`; a field that is not shown is ignored. */
export function differing(shown: Facts, requested: Facts): string[] {
  return Object.keys(requested).filter(
    (name) =>
      shown[name] !== undefined && !ofNoNumber(name, requested) && !same(shown[name], requested[name] ?? ''),
  );
}

const longest = 60;
const forTrail = (name: string, value: string) =>
  (taxIds as readonly string[]).includes(name) ? maskTaxId(value) : value.slice(0, longest);

const trailed = (facts: Facts, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, forTrail(name, facts[name] ?? '')]));

/**
 * For the audit trail, with tax IDs masked: each changed field, before and after; all fields of a new account.
 */
export function changesOf(shown: Facts | null, requested: Facts) {
  if (!shown) return { before: null, after: trailed(requested, Object.keys(requested)) };
  const names = Object.keys(requested).filter(
    (name) => shown[name] !== undefined && shown[name] !== requested[name],
  );
  return { before: trailed(shown, names), after: trailed(requested, names) };
}

/** Digest of what a form showed of an account, with tax IDs masked, to detect a change in between. */
export function seenDigest(shown: Fields): string {
  return createHash('sha256')
    .update(JSON.stringify(factsOfRecord(shown)))
    .digest('base64url');
}
