import 'server-only';
import { z } from 'zod';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { coreOf } from '../contract/shape.ts';
import { idOf } from './answer-json.ts';

type Row = Record<string, unknown>;

/**
 * The expected shape of a response: where lists and objects are, which values are booleans, which are counts,
 * and which are IDs (`id`, `account`). Other plain values are left to the pages; `any` is not shown by the
 * interface.
 */
type Form =
  | 'any'
  | 'plain'
  | 'flag'
  | 'whole'
  | 'id'
  | 'account'
  | { list: Form }
  | { fields: readonly (readonly [string, Form])[] }
  | { or: Form[] };

const forms = new Map<EndpointId, Form>();

/** Lists that a row may omit: an empty side of a transaction, certificates of a class. */
const sides = new Set(['canceledCertificates', 'issuedCertificates', 'certificates']);

/** Names that the interface misspells, with the correct spelling that a registry may send. */
const respelled: { readonly [Id in EndpointId]?: readonly [exact: string, right: string] } = {
  GetDilutedPercentage: ['securites', 'securities'],
  GetDividendList: ['oustandingShares', 'outstandingShares'],
};

/**
 * The response in the shape of the contract, normalized where the spelling differs. Lists and objects must be
 * in their places, so that pages can rely on them. A list of rows must not be missing, since it would show as
 * empty, unless the response itself counts 0. An object must have some of its fields. Booleans, counts and IDs
 * must have their types, so that they are read correctly and can be compared and sent on. Unknown values, other
 * missing or null fields, and further fields are accepted. Throws `upstream_unreadable`.
 */
export function normalizeResponse(id: EndpointId, value: unknown): unknown {
  const form = forms.get(id) ?? formOf(endpointOf(id).response, '');
  forms.set(id, form);
  for (const row of Array.isArray(value) ? value : [value]) spellAsInterface(id, row);
  const total = endpointOf(id).paging?.total;
  // A page without the total number of rows would be shown, and totaled, as the complete list.
  const counted = total === undefined || (isRow(value) && !isMissing(value[total]));
  if (!counted || !fits(form, value, true)) throw new ApiError('upstream_unreadable');
  return value;
}

/** Moves a correctly spelled field to the name that the interface uses. */
export function spellAsInterface(id: EndpointId, row: unknown): void {
  const names = respelled[id];
  if (!names || !isRow(row)) return;
  const [exact, right] = names;
  if (isMissing(row[exact]) && !isMissing(row[right])) row[exact] = row[right];
}

const isMissing = (value: unknown) => value === undefined || value === null;
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function formOf(schema: z.ZodType, name: string): Form {
  const core = coreOf(schema);
  if (core instanceof z.ZodArray) return { list: formOf(core.element as z.ZodType, '') };
  if (core instanceof z.ZodUnion) {
    const options = core.options.map((one) => formOf(one as z.ZodType, name));
    // A share count is a whole number or its digits.
    return options.includes('whole') ? 'whole' : { or: options };
  }
  if (core instanceof z.ZodObject) {
    const fields = Object.entries(core.shape as Record<string, z.ZodType>);
    return { fields: fields.map(([field, one]) => [field, formOf(one, field)]) };
  }
  if (core instanceof z.ZodUnknown || core instanceof z.ZodAny || core instanceof z.ZodRecord) return 'any';
  if (core instanceof z.ZodBoolean) return 'flag';
  // IDs and numbers of transactions are text: registries use letters in them, and they are shown unchanged.
  if (core instanceof z.ZodString) return /Id$/.test(name) ? 'account' : 'plain';
  if (!(core instanceof z.ZodNumber && core.isInt)) return 'plain';
  if (/(Id|ID)$/.test(name)) return 'id';
  return /Number$/.test(name) ? 'plain' : 'whole';
}

/** `outermost`: the response itself, not a value inside it. */
function fits(form: Form, value: unknown, outermost = false): boolean {
  if (form === 'any') return true;
  if (form === 'plain' || form === 'id' || form === 'account') return typeof value !== 'object';
  if (form === 'flag') return typeof value === 'boolean';
  if (form === 'whole') return isWhole(value);
  if ('or' in form) return form.or.some((one) => fits(one, value, outermost));
  if ('list' in form) return Array.isArray(value) && value.every((one) => fits(form.list, one));
  if (!isRow(value)) return false;
  // None of the interface's fields are present: no usable response.
  if (outermost && form.fields.length > 0 && form.fields.every(([name]) => isMissing(value[name])))
    return false;
  const countsNone = outermost && form.fields.some(([name]) => isTotal(name) && isZero(value[name]));
  return form.fields.every(([name, one]) => {
    if (!isMissing(value[name])) {
      if (one === 'id') value[name] = idOf(value[name]);
      if (one === 'account' && isNumber(value[name])) value[name] = `${value[name]}`;
      return fits(one, value[name]);
    }
    if (typeof one !== 'object' || !('list' in one)) return true;
    if (countsNone) value[name] = [];
    return countsNone || sides.has(name);
  });
}

/** `totalRecords` and similar fields count the rows of the whole response. */
const isTotal = (name: string) => /^total\w*Records$/.test(name);
const isZero = (value: unknown) => value === 0 || value === 0n || value === '0';

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint';
const isWhole = (value: unknown) => isNumber(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
