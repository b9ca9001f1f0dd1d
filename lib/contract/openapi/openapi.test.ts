import { describe, expect, test } from 'vitest';
import { agentOperations } from '#tests/interface/agent-operations';
import { endpointIds, endpointOf } from '../index.ts';

import { openApiDocument } from './openapi.ts';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, Json>;
};

const options = { serverUrl: 'http://127.0.0.1:4010/base/', title: 'Registry', version: '1.0.0' };
const whole = openApiDocument(options) as unknown as {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};

function operations(document: typeof whole): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

function everyNode(value: unknown, visit: (node: Json) => void): void {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) visit(value as Json);
  for (const child of Object.values(value)) everyNode(child, visit);
}

describe('OpenAPI document', () => {
  test('has one operation per ID, under its path and method, with its section as tag', () => {
    expect(whole.openapi).toBe('3.1.0');
    expect(whole.servers).toEqual([{ url: 'http://127.0.0.1:4010/base' }]);
    expect(
      operations(whole)
        .map((each) => each.operationId)
        .sort(),
    ).toEqual([...endpointIds].sort());
    for (const id of endpointIds) {
      const { path, method, section } = endpointOf(id);
      const found = whole.paths[path]?.[method.toLowerCase()];
      expect(found).toMatchObject({ operationId: id, tags: [section] });
    }
    expect(whole.tags.map(({ name }) => name).sort()).toEqual([
      'Agent',
      'Authentication',
      'Certificate',
      'Dividend',
      'Issuer',
      'Proxy',
      'Report',
      'Shareholder',
      'Transaction',
    ]);
  });

  test('is plain JSON whose references all resolve, without form-only texts', () => {
    expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
    everyNode(whole, (node) => {
      if (typeof node.$ref === 'string') {
        const target = node.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, name) => (at as Json)?.[name], whole);
        expect(target, node.$ref).toBeDefined();
      }
      for (const word of ['control', 'choices', 'registryOnly', 'hidden'])
        expect(Object.keys(node)).not.toContain(word);
    });
  });

  test('path parameters are declared exactly', () => {
    for (const [path, methods] of Object.entries(whole.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const declared = operation.parameters.filter((each) => each.in === 'path');
        expect(declared.map(({ name }) => name)).toEqual(named);
        expect(declared.every(({ required }) => required)).toBe(true);
      }
    }
  });

  test('declares the statuses of the interface, and 409 for writes only', () => {
    for (const each of operations(whole)) {
      const codes = Object.keys(each.responses).sort();
      const token = each.operationId === 'Token';
      const agent = agentOperations[each.operationId]?.responses ?? 'data';
      const write =
        ['CreateOrUpdate', 'CreateNewIssuance'].includes(each.operationId) ||
        ['write', 'entry', 'upload'].includes(agent);
      const defaults = token ? ['200', '400', '401', '500'] : ['200', '400', '401', '403', '404', '500'];
      expect(codes, each.operationId).toEqual(write ? [...defaults, '409'].sort() : defaults);
    }
    expect(whole.components.schemas.Conflict).toMatchObject({ required: ['message', 'idempotencyId'] });
    expect(whole.components.schemas.Error).toMatchObject({ required: ['message', 'traceId'] });
  });

  test('security is client credentials at the token URL', () => {
    expect(whole.components.securitySchemes).toEqual({
      oauth2: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'http://127.0.0.1:4010/base/connect/token', scopes: {} } },
      },
    });
  });

  test('a server with OAuth scopes: the scopes, and the field in request and response of the token call only', () => {
    const scopes = { words: { read: 'Reading' }, request: 'To ask for less', response: 'What it may do' };
    const document = openApiDocument({ ...options, scopes }) as unknown as typeof whole;
    const { oauth2 } = document.components.securitySchemes as { oauth2: { flows: Json } };
    expect(oauth2.flows).toMatchObject({ clientCredentials: { scopes: { read: 'Reading' } } });
    const token = document.paths['/connect/token']?.post;
    const schema = token?.requestBody?.content['application/x-www-form-urlencoded']?.schema;
    expect(schema).toMatchObject({
      properties: { scope: { type: 'string', description: 'To ask for less' } },
      required: ['grant_type', 'client_id', 'client_secret'],
    });
    expect(JSON.stringify(token?.responses[200])).toContain('What it may do');
    const { '/connect/token': _token, ...others } = document.paths;
    const { '/connect/token': _plain, ...before } = whole.paths;
    expect(others).toEqual(before);
    expect(JSON.stringify(whole)).not.toContain('"scope"');
  });

  test('shares of a new issuance are integers, the filter of a query is dotted', () => {
    const issuance = whole.paths['/api/v1/Transaction/CreateNewIssuance']?.post;
    const text = JSON.stringify(issuance?.requestBody);
    expect(text).toContain('"shares":{"');
    expect(text).not.toContain('"shares":{}');
    const balance = whole.paths['/api/v1/Issuer/GetIssuerBalance']?.get;
    expect(balance?.parameters.map(({ name }) => name)).toEqual([
      'CustomerIssuerId',
      'SystemControlIssuerId',
      'FilterSecurityType.SecurityTypeCode',
      'FilterSecurityType.SecuritySeriesCode',
      'RestrictionStatus',
      'CutoffDate',
    ]);
  });

  test('`only` restricts it; the gateway omits the token call and what it rejects', () => {
    const narrow = openApiDocument({
      ...options,
      only: ['GetIssuerBalance', 'GenerateShareholderList'],
      mode: 'gateway',
    }) as unknown as typeof whole;
    expect(Object.keys(narrow.paths)).toHaveLength(2);
    expect(JSON.stringify(narrow)).not.toMatch(/SystemControlIssuerId|connect\/token/);
    const list = narrow.paths['/api/v1/Report/GenerateShareholderList']?.post;
    expect(list?.parameters).toMatchObject([{ name: 'x-sharebook', in: 'header', required: true }]);
    expect(narrow.components.schemas.Error).toMatchObject({ required: ['error'] });
  });
});
