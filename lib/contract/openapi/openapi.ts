import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { contract, type EndpointId, endpointIds } from '../index.ts';
import type { Mode } from '../names.ts';
import { mediaTypes, partType, sheetTypes } from '../upload-limits.ts';
import { jsonSchema, parameters } from './openapi-schema.ts';

export type OpenApiOptions = {
  /** {base_url} of the server described. */
  serverUrl: string;
  title: string;
  version: string;
  /** The operations served; default all. */
  only?: readonly EndpointId[];
  /** 'gateway' leaves out fields that the gateway rejects, and the token call. */
  mode?: Mode;
  /** Requests to show instead of the contract's own examples. */
  examples?: Partial<Record<EndpointId, object>>;
  /** For a server whose token call takes OAuth `scope`, which the interface does not define. */
  scopes?: TokenScopes;
};

/** `words` describes what each scope allows; the other texts describe the field in request and response. */
export type TokenScopes = { words: Readonly<Record<string, string>>; request: string; response: string };

type Json = Record<string, unknown>;

const errorMeanings: Record<string, string> = {
  400: 'Invalid parameters or malformed request',
  401: 'Invalid or expired access token',
  403: 'Insufficient permissions for the resource',
  404: 'Resource does not exist',
  500: 'Server-side error',
};

const errorBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  traceId: z.string(),
});

const gatewayErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
  }),
});

const conflictBody = z.object({ message: z.string(), idempotencyId: z.string() });

/** The required `x-sharebook` header: a form of another site cannot set it. */
const ownPages: Json = {
  name: 'x-sharebook',
  in: 'header',
  required: true,
  description: 'Always 1; shows that the call comes from our own pages.',
  schema: { const: '1' },
};

function content(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

const binary: Json = { schema: { type: 'string', format: 'binary' } };
const filesOf = { documents: Object.keys(mediaTypes), parts: [partType], sheets: Object.keys(sheetTypes) };
const fileTypes = ({ files = 'documents' }: Endpoint): Json =>
  Object.fromEntries(filesOf[files].map((type) => [type, binary]));

function success(endpoint: Endpoint): Json {
  if (endpoint.kind === 'file') return { description: 'The file', content: fileTypes(endpoint) };
  if (endpoint.kind !== 'download') {
    return {
      description: 'OK',
      content: content(jsonSchema(endpoint.response), endpoint.example.response),
    };
  }
  return {
    description: 'The file',
    content: {
      'application/pdf': binary,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binary,
    },
  };
}

function responses(endpoint: Endpoint): Json {
  const codes = endpoint.kind === 'token' ? ['400', '401', '500'] : Object.keys(errorMeanings);
  const all: Json = { 200: success(endpoint) };
  for (const code of codes) all[code] = { $ref: `#/components/responses/Error${code}` };
  if (endpoint.kind === 'write' || endpoint.kind === 'upload')
    all[409] = { $ref: '#/components/responses/Conflict' };
  return all;
}

function requestBody(endpoint: Endpoint, mode: Mode, example?: object): Json | undefined {
  if (endpoint.kind === 'upload') return { required: true, content: fileTypes(endpoint) };
  if (!endpoint.body) return undefined;
  const type = endpoint.kind === 'token' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    required: true,
    content: {
      [type]: { schema: jsonSchema(endpoint.body, mode), example: example ?? endpoint.example.request },
    },
  };
}

/** An operation of the document. Exported for operations that the contract does not have yet. */
export function operation(id: string, endpoint: Endpoint, mode: Mode, example?: object): Json {
  const aliases = endpoint.aliases?.length ? `Also at ${endpoint.aliases.join(', ')}.` : '';
  const description = [endpoint.description, aliases].filter(Boolean).join(' ');
  const body = requestBody(endpoint, mode, example);
  return {
    operationId: id,
    tags: [endpoint.section],
    summary: endpoint.summary,
    ...(description ? { description } : {}),
    parameters: [
      ...parameters(endpoint, mode),
      ...(mode === 'gateway' && endpoint.method !== 'GET' ? [ownPages] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: responses(endpoint),
    // An empty list overrides the document's default: the token call carries its secret in the form.
    ...(endpoint.kind === 'token' ? { security: [] } : {}),
  };
}

/** The token call with the field `scope` in request and response. */
function withScope({ request, response: reply }: TokenScopes): Endpoint {
  const { body, response, example } = contract.Token;
  const scope = (description: string) => z.string().optional().meta({ description });
  return {
    ...contract.Token,
    body: body.extend({ scope: scope(request) }),
    response: response.extend({ scope: scope(reply) }),
    example: { ...example, response: { ...example.response, scope: 'read write issuer:*' } },
  };
}

function components(serverUrl: string, mode: Mode, scopes: TokenScopes['words']): Json {
  const gateway = mode === 'gateway';
  const errors = Object.entries(errorMeanings).map(([code, description]) => [
    `Error${code}`,
    { description, content: content({ $ref: '#/components/schemas/Error' }) },
  ]);
  const token = {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${serverUrl}${contract.Token.path}`, scopes } },
  };
  const session = { type: 'apiKey', in: 'cookie', name: 'session', description: 'The signed-in session.' };
  return {
    schemas: {
      Error: jsonSchema(gateway ? gatewayErrorBody : errorBody),
      Conflict: jsonSchema(conflictBody),
    },
    responses: {
      ...Object.fromEntries(errors),
      Conflict: {
        description: 'Duplicate request: the idempotencyId was already used',
        content: content({ $ref: '#/components/schemas/Conflict' }),
      },
    },
    securitySchemes: gateway ? { session } : { oauth2: token },
  };
}

/** The OpenAPI 3.1 document of a server that implements the interface, as a plain object. */
export function openApiDocument(options: OpenApiOptions): Json {
  const mode = options.mode ?? 'registry';
  const serverUrl = options.serverUrl.replace(/\/$/, '');
  const ids = options.only ?? endpointIds;
  const paths: Record<string, Json> = {};
  for (const id of ids) {
    const { scopes } = options;
    const endpoint: Endpoint = id === 'Token' && scopes ? withScope(scopes) : contract[id];
    const { path, method } = endpoint;
    const shown = operation(id, endpoint, mode, options.examples?.[id]);
    paths[path] = { ...paths[path], [method.toLowerCase()]: shown };
  }
  const sections = [...new Set(ids.map((id) => contract[id].section))];
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: serverUrl }],
    tags: sections.map((name) => ({ name })),
    security: [mode === 'gateway' ? { session: [] } : { oauth2: [] }],
    paths,
    components: components(serverUrl, mode, options.scopes?.words ?? {}),
  };
}
