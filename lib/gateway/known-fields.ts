import 'server-only';
import { z } from 'zod';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { coreOf } from '../contract/shape.ts';

/**
 * What a response may contain at one place: the fields of the contract, `open` where the interface does not
 * show them, `leaf` for a plain value. A list counts as its elements, because registries send a single row
 * without a list.
 */
export type Known = { fields: ReadonlyMap<string, Known> } | 'open' | 'leaf';

const answers = new Map<EndpointId, Known>();

/** What the response of an operation may contain, derived once from its schema. */
export function knownFields(id: EndpointId): Known {
  const found = answers.get(id) ?? knownIn(endpointOf(id).response);
  answers.set(id, found);
  return found;
}

function knownIn(schema: z.ZodType): Known {
  const core = coreOf(schema);
  if (core instanceof z.ZodObject) {
    const names = Object.entries(core.shape as Record<string, z.ZodType>);
    if (names.length === 0) return 'open';
    return { fields: new Map(names.map(([name, field]) => [name, knownIn(field)])) };
  }
  if (core instanceof z.ZodArray) return knownIn(core.element as z.ZodType);
  if (core instanceof z.ZodUnion) return core.options.map((one) => knownIn(one as z.ZodType)).reduce(either);
  return core instanceof z.ZodUnknown || core instanceof z.ZodAny || core instanceof z.ZodRecord
    ? 'open'
    : 'leaf';
}

function either(one: Known, other: Known): Known {
  if (one === 'open' || other === 'open') return 'open';
  if (one === 'leaf') return other;
  if (other === 'leaf') return one;
  const fields = new Map(one.fields);
  for (const [name, field] of other.fields) {
    const before = fields.get(name);
    fields.set(name, before ? either(before, field) : field);
  }
  return { fields };
}
