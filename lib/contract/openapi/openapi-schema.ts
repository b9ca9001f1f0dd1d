import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { Mode } from '../names.ts';
import { mayBeAbsent, mayBeNull, metaOf, objectOf } from '../shape.ts';

type Json = Record<string, unknown>;

const formOnly = ['control', 'choices', 'group', 'initial', 'registryOnly', 'hidden'];

/** JSON Schema 2020-12 of the wire format, without form-only metadata. */
export function jsonSchema(schema: z.ZodType, mode: Mode = 'registry'): Json {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: node }) => {
      if (zodSchema instanceof z.ZodBigInt) node.type = 'integer';
      for (const name of formOnly) delete node[name];
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
    },
  }) as Json;
  delete json.$schema;
  if (mode === 'gateway' && schema instanceof z.ZodObject) withoutRejected(schema, json);
  return json;
}

function withoutRejected(schema: z.ZodObject, json: Json): void {
  for (const [name, field] of Object.entries(schema.shape)) {
    if (metaOf(field as z.ZodType).registryOnly) delete (json.properties as Json)[name];
  }
}

function pascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function parameter(name: string, location: 'path' | 'query', field: z.ZodType, example: unknown): Json {
  const { title: _title, description, ...schema } = jsonSchema(field);
  const meta = metaOf(field);
  const text = [meta.title, description ?? meta.description].filter(Boolean).join(': ');
  return {
    name,
    in: location,
    required: location === 'path' || !mayBeAbsent(field),
    ...(text ? { description: text } : {}),
    ...(location === 'query' && mayBeNull(field) ? { allowEmptyValue: true } : {}),
    schema,
    ...(example === undefined || example === null ? {} : { example }),
  };
}

/** Path and query parameters. An object becomes one per child: `FilterSecurityType.SecurityTypeCode`. */
export function parameters(endpoint: Endpoint, mode: Mode): Json[] {
  const example = endpoint.example.request ?? {};
  const list: Json[] = [];
  for (const [name, field] of Object.entries(endpoint.params?.shape ?? {})) {
    list.push(parameter(name, 'path', field as z.ZodType, example[name]));
  }
  for (const [name, field] of Object.entries(endpoint.query?.shape ?? {}) as [string, z.ZodType][]) {
    if (mode === 'gateway' && metaOf(field).registryOnly) continue;
    const object = objectOf(field);
    if (!object) list.push(parameter(name, 'query', field, example[name]));
    for (const [child, inside] of Object.entries(object?.shape ?? {})) {
      list.push(parameter(`${pascal(name)}.${pascal(child)}`, 'query', inside as z.ZodType, undefined));
    }
  }
  return list;
}
