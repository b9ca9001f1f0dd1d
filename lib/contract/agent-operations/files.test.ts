import { describe, expect, test } from 'vitest';
import { operation } from '../openapi/openapi.ts';
import { decodeRequest, encodeRequest } from '../wire/index.ts';
import { itemFileOperations } from './files.ts';

const { UploadItemDocument, GetItemDocument, RemoveItemDocument } = itemFileOperations;
const author = { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' };
const body = Buffer.from('%PDF-1.7');

function decoded(query: Record<string, string> | string) {
  return decodeRequest(
    UploadItemDocument,
    { query: new URLSearchParams(query) },
    { mode: 'gateway', author },
  );
}
const given = { customerIssuerId: '1001', itemId: '100000001', version: '1', name: 'a b.pdf' };

describe('upload', () => {
  test('is sent as the file, with its facts in the query', () => {
    const request = decoded(given);
    if (!request.ok) throw new Error(JSON.stringify(request.fields));
    const sent = encodeRequest(UploadItemDocument, {
      ...request.value,
      idempotencyId: 'k',
      body,
      mediaType: 'application/pdf',
    });
    expect(sent).toEqual({
      method: 'POST',
      path: UploadItemDocument.path,
      search:
        '?idempotencyId=k&actorEmail=clerk%40harborline.example&actorFirstName=Casey&actorLastName=Lindqvist' +
        '&customerIssuerId=1001&itemId=100000001&version=1&name=a+b.pdf',
      file: body,
      contentType: 'application/pdf',
    });
    const again = decodeRequest(
      UploadItemDocument,
      { query: new URLSearchParams(sent.search) },
      { mode: 'registry' },
    );
    expect(again).toEqual({ ok: true, value: { ...request.value, idempotencyId: 'k' } });
  });

  test.each([
    ['forged', { actorEmail: 'eve@mail.example', actorFirstName: 'Eve' }],
    ['in other letter case', { ActorEmail: 'eve@mail.example', ACTORLASTNAME: 'Eve' }],
  ])('its actor is the user of the session: %s', (_how, forged) => {
    expect(decoded({ ...given, ...forged })).toMatchObject({
      ok: true,
      value: { actorEmail: author.email, actorFirstName: 'Casey', actorLastName: 'Lindqvist' },
    });
  });

  test.each([
    [{ actor: 'eve' }, 'actor'],
    [{ mediaType: 'text/html' }, 'mediaType'],
    [{ name: '../a.pdf' }, 'name'],
    [{ name: 'a\\b.pdf' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ version: '0' }, 'version'],
  ])('%j is rejected', (more, field) => {
    const result = decoded({ ...given, ...more });
    expect(result.ok ? {} : Object.keys(result.fields)).toEqual([field]);
  });

  test('an actor that is given twice is rejected', () => {
    const query = `${new URLSearchParams(given)}&actorEmail=a&ActorEmail=b`;
    expect(decoded(query)).toMatchObject({ ok: false, fields: { actorEmail: [expect.any(String)] } });
  });
});

test('OpenAPI: the body of an upload and the response of a file are files, an upload may be a repeat', () => {
  const upload = operation('UploadItemDocument', UploadItemDocument, 'gateway') as Record<string, unknown>;
  const types = ['application/pdf', 'image/png', 'image/jpeg', 'image/tiff'];
  expect(Object.keys((upload.requestBody as { content: object }).content)).toEqual(types);
  expect(Object.keys(upload.responses as object)).toContain('409');
  expect((upload.parameters as { name: string }[]).map(({ name }) => name)).toEqual([
    ...Object.keys(UploadItemDocument.query.shape),
    'x-sharebook',
  ]);
  const file = operation('GetItemDocument', GetItemDocument, 'gateway') as {
    responses: Record<string, { content: object }>;
  };
  expect(Object.keys(file.responses[200]?.content ?? {})).toEqual(types);
  expect(Object.keys(file.responses)).not.toContain('409');
});

test('the examples are valid', () => {
  expect(RemoveItemDocument.body.safeParse(RemoveItemDocument.example.request).success).toBe(true);
  expect(GetItemDocument.query.safeParse(GetItemDocument.example.request).success).toBe(true);
  expect(UploadItemDocument.query.safeParse(UploadItemDocument.example.request).success).toBe(true);
});
