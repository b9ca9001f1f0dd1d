// Compiles what the contract has in a response, for the walk over it.

import 'server-only';
import { z } from 'zod';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { coreOf } from '#lib/contract/shape';
import { type Kind, kindOf } from './redact-text.ts';

/** `id` is a number, `account` a text. Numbers of transactions are `plain`: registries use letters in them. */
export type ValueType = 'plain' | 'flag' | 'whole' | 'id' | 'account';

/**
 * What the contract has for one value of a response: a plain value, a list, or one of several objects. `open`
 * where the interface does not show it.
 */
export type ValueShape =
  | 'open'
  | { value: ValueType | null; items: ValueShape | null; objects: readonly ObjectShape[] };

export type ObjectShape = {
  /** Null where the interface does not show the fields. */
  fields: ReadonlyMap<string, { expected: ValueShape; kind: Kind }> | null;
  /** Lists that must not be missing, and fields that count the rows of the whole response. */
  lists: readonly string[];
  totals: readonly string[];
  alias: Alias | undefined;
};

type Alias = readonly [exact: string, right: string];

/** Names that the interface misspells, with the correct spelling that a registry may send. */
export const aliases = {
  GetDilutedPercentage: ['securites', 'securities'],
  GetDividendList: ['oustandingShares', 'outstandingShares'],
} as const satisfies { readonly [Id in EndpointId]?: Alias };

/** Lists that a row may omit: an empty side of a transaction, certificates of a class. */
const optionalLists = new Set(['canceledCertificates', 'issuedCertificates', 'certificates']);

const shapes = new Map<EndpointId, ValueShape>();

/** The shape of an operation's response, compiled once from the contract. */
export function responseShape(id: EndpointId): ValueShape {
  const shape =
    shapes.get(id) ??
    valueShapeOf(endpointOf(id).response, '', {
      alias: (aliases as Partial<Record<EndpointId, Alias>>)[id],
      contact: new Set(endpointOf(id).sensitive?.contact),
    });
  shapes.set(id, shape);
  return shape;
}

/** Moves a correctly spelled field to the name that the interface uses. True if that was there, with null. */
export function respell(row: Record<string, unknown>, [exact, right]: Alias): boolean {
  if ((row[exact] ?? null) !== null || (row[right] ?? null) === null) return false;
  const isThere = Object.hasOwn(row, exact);
  row[exact] = row[right];
  delete row[right];
  return isThere;
}

type Facts = { alias: Alias | undefined; contact: ReadonlySet<string> };

const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '');

/** `path` as in `sensitive` of the contract. */
function valueShapeOf(schema: z.ZodType, path: string, facts: Facts): ValueShape {
  const core = coreOf(schema);
  if (core instanceof z.ZodArray)
    return { value: null, items: valueShapeOf(core.element as z.ZodType, `${path}[]`, facts), objects: [] };
  if (core instanceof z.ZodUnion)
    return core.options.map((one) => valueShapeOf(one as z.ZodType, path, facts)).reduce(either);
  if (core instanceof z.ZodUnknown || core instanceof z.ZodAny || core instanceof z.ZodRecord) return 'open';
  if (core instanceof z.ZodObject) return { value: null, items: null, objects: [shapeOf(core, path, facts)] };
  return { value: typeOf(core, nameOf(path)), items: null, objects: [] };
}

function shapeOf(schema: z.ZodObject, path: string, facts: Facts): ObjectShape {
  const { alias, contact } = facts;
  const names = Object.entries(schema.shape as Record<string, z.ZodType>);
  const fields = new Map(
    names.map(([name, field]) => {
      const at = path ? `${path}.${name}` : name;
      const kind = contact.has(at) ? 'contact' : kindOf(name);
      return [name, { expected: valueShapeOf(field, at, facts), kind }];
    }),
  );
  const isList = (expected: ValueShape) =>
    expected !== 'open' && expected.items && !expected.value && !expected.objects.length;
  // A list that the contract declares as nullable is no part that every response has.
  const mayBeMissing = (name: string) =>
    optionalLists.has(name) || (schema.shape as Record<string, z.ZodType>)[name]?.safeParse(null).success;
  return {
    fields: fields.size > 0 ? fields : null,
    lists: [...fields].flatMap(([name, { expected }]) =>
      isList(expected) && !mayBeMissing(name) ? [name] : [],
    ),
    totals: [...fields.keys()].filter((name) => /^total\w*Records$/.test(name)),
    alias: alias && fields.has(alias[0]) ? alias : undefined,
  };
}

function typeOf(core: z.ZodType, name: string): ValueType {
  if (core instanceof z.ZodBoolean) return 'flag';
  if (core instanceof z.ZodString) return /Id$/.test(name) ? 'account' : 'plain';
  if (!(core instanceof z.ZodNumber && core.isInt)) return 'plain';
  if (/(Id|ID)$/.test(name)) return 'id';
  return /Number$/.test(name) ? 'plain' : 'whole';
}

function either(one: ValueShape, other: ValueShape): ValueShape {
  if (one === 'open' || other === 'open') return 'open';
  const values = [one.value, other.value].filter((value) => value !== null);
  // A share count is a whole number or its digits.
  const value = values.includes('whole') ? 'whole' : values[0] === values.at(-1) ? values[0] : 'plain';
  return {
    value: value ?? null,
    items: one.items ?? other.items,
    objects: [...one.objects, ...other.objects],
  };
}
