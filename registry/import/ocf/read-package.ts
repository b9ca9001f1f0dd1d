// Reads an Open Cap Table package from a ZIP archive, with limits and checks of every object.

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { z } from 'zod';
import { parseJson } from '#lib/contract/wire/json';
import { Refusal, unreadable } from '#lib/sheet/read/refusal';
import type { ZipFile, ZipLimits } from '#lib/sheet/read/zip-reader';
import { type Report, shown } from './add-finding.ts';
import {
  definitions,
  type FileList,
  fileLists,
  manifestDefinition,
  type ObjectOf,
  type ObjectType,
  otherObjects,
  otherSecurities,
  usedProperties,
} from './definitions.ts';
import { readOwnComment } from './own-comment.ts';

/** What a package may hold: its objects are kept in memory. */
export const packageLimits = {
  zip: {
    fileMax: 128 * 1024 ** 2,
    entriesMax: 1000,
    entryMax: 128 * 1024 ** 2,
    totalMax: 256 * 1024 ** 2,
    ratioMax: 100,
  } satisfies ZipLimits,
  depthMax: 32,
  valuesMax: 10_000_000,
  objectsMax: 500_000,
};

/** An object that was checked, and the file that holds it. */
export type Held<Type extends ObjectType> = { file: string; of: ObjectOf<Type> };

export type OcfPackage = {
  /** The file of the manifest. */
  manifest: string;
  version: string;
  asOf: string;
  generatedAt: string;
  /** Comments of the manifest. */
  comments: readonly string[];
  issuer: Held<'ISSUER'> | undefined;
  objects: { [Type in Exclude<ObjectType, 'ISSUER'>]: Held<Type>[] };
  /** The plan under which a security was issued by an exercise or a release, where its grant names it. */
  planOf: ReadonlyMap<string, string>;
  /** Ids of objects, and of their securities, that have errors: what names them is not reported once more. */
  broken: ReadonlySet<string>;
};

const isPackageFile = (name: string) => /\.ocf\.json$/i.test(name) && !isSystemFile(name);
/** What macOS puts into archives beside the files. */
const isSystemFile = (name: string) => name.startsWith('__MACOSX/') || name.endsWith('.DS_Store');

export const isOcfPackage = ({ names }: ZipFile): boolean => names.some(isPackageFile);

/** Reads and checks every object of a package. Throws a Refusal where it cannot be read further. */
export async function readPackage(zip: ZipFile, report: Report): Promise<OcfPackage> {
  const manifestFile = manifestName(zip);
  const { value } = await readJsonFile(zip, manifestFile);
  const manifest = manifestDefinition.safeParse(value);
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    throw new Refusal('F01', `${manifestFile}: ${problem(issue!, value)} Nothing was read further.`);
  }
  const { data } = manifest;
  const objects = Object.fromEntries(
    Object.keys(definitions).map((type) => [type, []]),
  ) as unknown as OcfPackage['objects'] & { ISSUER: Held<'ISSUER'>[] };
  const reading: Reading = {
    report,
    objects,
    seen: new Map(),
    broken: new Set(),
    count: 0,
    grants: new Map(),
    exercises: [],
  };
  readObject(reading, manifestFile, data.issuer, 'ISSUER');
  const read = new Set([manifestFile]);
  for (const [list, [fileType, objectType]] of Object.entries(fileLists) as [
    FileList,
    (typeof fileLists)[FileList],
  ][])
    for (const { filepath, md5 } of data[list] ?? []) {
      const file = posix.normalize(posix.join(posix.dirname(manifestFile), filepath));
      const at = { file: manifestFile, object: '', property: list, value: filepath };
      if (read.has(file)) report(at, 'O01', 'error', `${shown(filepath)} is named twice.`);
      else if (!zip.names.includes(file))
        report(at, 'O01', 'error', `${shown(filepath)} is missing in the package.`);
      else {
        read.add(file);
        const found = await readJsonFile(zip, file);
        if (found.md5 !== md5.toLowerCase())
          report(
            { ...at, value: md5 },
            'O02',
            'warning',
            `${file} does not have the MD5 digest of the manifest.`,
          );
        readItems(reading, file, found.value, fileType, objectType);
      }
    }
  for (const file of zip.names)
    if (!read.has(file) && !isSystemFile(file) && !file.endsWith('/'))
      report(
        { file, object: '', property: '' },
        'O01',
        'warning',
        `${shown(file)} is not named by the manifest. It is left out.`,
      );
  const { ISSUER, ...others } = objects;
  return {
    manifest: manifestFile,
    version: data.ocf_version,
    asOf: data.as_of,
    generatedAt: data.generated_at,
    comments: data.comments ?? [],
    issuer: ISSUER[0],
    objects: others,
    planOf: new Map(
      reading.exercises.flatMap(({ grant, results }) => {
        const plan = reading.grants.get(grant);
        return plan === undefined ? [] : results.map((id) => [id, plan] as const);
      }),
    ),
    broken: reading.broken,
  };
}

function manifestName({ names }: ZipFile): string {
  const found = names.filter(
    (name) => isPackageFile(name) && /^manifest\.ocf\.json$/i.test(posix.basename(name)),
  );
  if (found.length === 1) return found[0]!;
  const [first, second] = found;
  throw second
    ? new Refusal('F01', `The package has two manifests, ${first} and ${second}.`)
    : new Refusal('F01', 'The package has no Manifest.ocf.json.');
}

async function readJsonFile(zip: ZipFile, name: string): Promise<{ value: unknown; md5: string }> {
  // The format prescribes MD5: it detects damage, but no deliberate change.
  const hash = createHash('md5');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of zip.read(name)) {
      hash.update(chunk);
      text += decoder.decode(chunk, { stream: true });
    }
    text += decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('F09', `${name} is not UTF-8.`);
    throw error;
  }
  const parsed = parseJson(text, { depth: packageLimits.depthMax, values: packageLimits.valuesMax });
  if (!parsed.ok) throw unreadable(`${name} is not JSON: ${parsed.reason}`);
  return { value: parsed.value, md5: hash.digest('hex') };
}

type Reading = {
  report: Report;
  objects: Record<ObjectType, Held<ObjectType>[]>;
  /** Files by the ids of their objects. */
  seen: Map<string, string>;
  broken: Set<string>;
  count: number;
  /** Plans by the securities of their grants, and what exercises of these issued. */
  grants: Map<string, string>;
  exercises: { grant: string; results: string[] }[];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readItems(
  reading: Reading,
  file: string,
  value: unknown,
  fileType: string,
  objectType: string,
): undefined {
  const { report } = reading;
  if (!isRecord(value) || value.file_type !== fileType) {
    const given = isRecord(value) ? shown(value.file_type) : '';
    const at = { file, object: '', property: 'file_type', value: given };
    return report(
      at,
      'O01',
      'error',
      `The file states the type ${given || 'none'}; the manifest lists it as ${fileType}.`,
    );
  }
  if (!Array.isArray(value.items))
    return report(
      { file, object: '', property: 'items' },
      'O04',
      'error',
      'items is required: a list of objects.',
    );
  for (const item of value.items) readObject(reading, file, item, objectType);
}

/** Checks an object: one that is sound is kept, one without a place is listed, one with errors is set aside. */
function readObject(reading: Reading, file: string, item: unknown, expected: string): undefined {
  const { report, seen, broken } = reading;
  reading.count += 1;
  if (reading.count > packageLimits.objectsMax)
    throw new Refusal(
      'F01',
      `The package has more than ${packageLimits.objectsMax} objects. Nothing was read further.`,
    );
  if (!isRecord(item) || typeof item.id !== 'string' || item.id === '') {
    const at = {
      file,
      object: '',
      property: 'id',
      value: isRecord(item) ? shown(item.object_type) : shown(item),
    };
    return report(at, 'O04', 'error', `Object ${reading.count} of the package has no id.`);
  }
  const { object_type: type, id } = item;
  const at = { file, object: shown(id), property: 'object_type', value: shown(type) };
  const fits =
    typeof type === 'string' && (expected === 'TX_ or CE_' ? /^(?:TX|CE)_/.test(type) : type === expected);
  if (!fits) {
    broken.add(id);
    return report(
      at,
      'O04',
      'error',
      `object_type is ${shown(type) || 'missing'}; this file holds ${expected} objects.`,
    );
  }
  const other = seen.get(id);
  if (other !== undefined) {
    const sentence = `The id ${shown(id)} appears twice, first in ${other}.`;
    return report({ ...at, property: 'id', value: shown(id) }, 'O06', 'error', sentence);
  }
  seen.set(id, file);
  if (!Object.hasOwn(definitions, type)) {
    noteGrant(reading, type, item);
    return listOther(report, at, type);
  }
  const known = type as ObjectType;
  const checked = definitions[known].safeParse(item);
  if (!checked.success) {
    broken.add(id);
    if (typeof item.security_id === 'string') broken.add(item.security_id);
    for (const issue of checked.error.issues)
      report(
        { ...at, property: pathOf(issue.path), value: shown(valueAt(item, issue.path)) },
        'O04',
        'error',
        problem(issue, item),
      );
    return;
  }
  reading.objects[known].push({ file, of: checked.data });
  listRest(report, at, item, known);
}

/** A grant has no place here, but what was issued from it reduces the reserve of its plan. */
function noteGrant({ grants, exercises }: Reading, type: string, item: Record<string, unknown>): void {
  const { security_id: grant, stock_plan_id: plan, resulting_security_ids: results } = item;
  const [, what] = /^TX_(?:EQUITY_COMPENSATION|PLAN_SECURITY)_(ISSUANCE|EXERCISE|RELEASE)$/.exec(type) ?? [];
  if (what === undefined || typeof grant !== 'string') return;
  if (what === 'ISSUANCE' && typeof plan === 'string') grants.set(grant, plan);
  if (what !== 'ISSUANCE' && Array.isArray(results))
    exercises.push({ grant, results: results.filter((id) => typeof id === 'string') });
}

function listOther(report: Report, at: Parameters<Report>[0], type: string): undefined {
  if (otherSecurities.has(type))
    report(at, 'O10', 'warning', `${type} has no place in a register of shares. It is left out.`);
  else if (otherObjects.has(type))
    report(at, 'O10', 'note', `${type} has no place in a register of shares. It is left out.`);
  else
    report(
      at,
      'O10',
      'warning',
      `${shown(type)} is not an object of the format that is known here. It is left out.`,
    );
}

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Lists the filled properties of a sound object that do not become part of the register. */
function listRest(
  report: Report,
  at: Parameters<Report>[0],
  item: Record<string, unknown>,
  type: ObjectType,
): void {
  const used = new Set(['object_type', 'id', ...usedProperties[type]]);
  const { hasOther, own } = readOwnComment(item.comments as string[] | undefined);
  for (const [property, value] of Object.entries(item)) {
    if (used.has(property) || !isFilled(value) || (property === 'comments' && !hasOther)) continue;
    if (property === 'share_price' && (isZero(value) || own.lots)) continue;
    const place = { ...at, property, value: shown(value) };
    if (Object.hasOwn(definitions[type].shape, property))
      report(place, 'O17', 'note', `${property} of ${type} has no place in a register. It is left out.`);
    else
      report(
        place,
        'O05',
        'warning',
        `${shown(property)} is not a property of ${type} that is known here. It is left out.`,
      );
  }
}

/** Our own export states the price 0 where none is known, and that of a tax lot where it notes the lot. */
const isZero = (value: unknown) =>
  isRecord(value) && typeof value.amount === 'string' && !/[1-9]/.test(value.amount);

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.');

function valueAt(item: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    item,
  );
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

function problem({ path, message }: Issue, item: unknown): string {
  const value = valueAt(item, path);
  return value === undefined
    ? `${pathOf(path)} is required: ${message}.`
    : `${pathOf(path)} is ${shown(value)}; ${message}.`;
}
