import 'server-only';
import { z } from 'zod';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { coreOf } from '../contract/shape.ts';

/** Where an answer has lists and where objects. Plain values are the screens' business; `any` is not shown by the interface. */
type Form =
  | 'any'
  | 'plain'
  | { list: Form }
  | { fields: readonly (readonly [string, Form])[] }
  | { or: Form[] };

const forms = new Map<EndpointId, Form>();

/**
 * Whether an answer has its lists and objects where the contract has them, so that no screen walks what is not there.
 * Unknown values, what is missing or null and further fields are fine (house, "responses tolerant").
 */
export function hasForm(id: EndpointId, value: unknown): boolean {
  const form = forms.get(id) ?? formOf(endpointOf(id).response);
  forms.set(id, form);
  return fits(form, value);
}

function formOf(schema: z.ZodType): Form {
  const core = coreOf(schema);
  if (core instanceof z.ZodArray) return { list: formOf(core.element as z.ZodType) };
  if (core instanceof z.ZodUnion) return { or: core.options.map((one) => formOf(one as z.ZodType)) };
  if (core instanceof z.ZodObject) {
    const fields = Object.entries(core.shape as Record<string, z.ZodType>);
    return { fields: fields.map(([name, field]) => [name, formOf(field)]) };
  }
  return core instanceof z.ZodUnknown || core instanceof z.ZodAny || core instanceof z.ZodRecord
    ? 'any'
    : 'plain';
}

function fits(form: Form, value: unknown): boolean {
  if (form === 'any') return true;
  if (form === 'plain') return typeof value !== 'object';
  if ('or' in form) return form.or.some((one) => fits(one, value));
  if ('list' in form) return Array.isArray(value) && value.every((one) => fits(form.list, one));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const row = value as Record<string, unknown>;
  return form.fields.every(([name, one]) => (row[name] ?? null) === null || fits(one, row[name]));
}
