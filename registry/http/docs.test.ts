import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readScope } from '../access/token-scope.ts';
import { docsReply } from './docs.ts';

const textOf = (path: string) => String(docsReply(path, 'http://127.0.0.1:4010', '1.0.0')?.body);

type Sent = { headers: Record<string, string>; body: string };

/** The page's rewrite of a request before it is sent. */
function intercepted(request: Sent): Sent {
  let intercept = (given: Sent) => given;
  runInNewContext(textOf('/docs/start.js'), {
    window: {},
    atob,
    URLSearchParams,
    SwaggerUIBundle: (options: { requestInterceptor: typeof intercept }) => {
      intercept = options.requestInterceptor;
    },
  });
  return intercept(request);
}

test('the page sends client and secret in the form, with the selected scope', () => {
  const headers = { Authorization: `Basic ${btoa('demo-agent:a:secret')}` };
  const plain = 'grant_type=client_credentials&client_id=demo-agent&client_secret=a%3Asecret';
  const sent = (body: string) => intercepted({ headers: { ...headers }, body });
  expect(sent('grant_type=client_credentials')).toEqual({ headers: {}, body: plain });
  expect(sent('grant_type=client_credentials&scope=').body).toBe(plain);
  expect(sent('grant_type=client_credentials&scope=read%20write').body).toBe(`${plain}&scope=read+write`);
});

test('other requests of the page are unchanged', () => {
  const request = { headers: { Authorization: 'Bearer abc' }, body: '{"scope":1}' };
  expect(intercepted({ ...request })).toEqual(request);
});

test('openapi.json has the scopes of the token call, and its own fields in request and response', () => {
  const document = JSON.parse(textOf('/openapi.json'));
  const words = Object.keys(document.components.securitySchemes.oauth2.flows.clientCredentials.scopes);
  expect(words).toEqual(['read', 'write', 'agent']);
  for (const word of words) expect(readScope(word).ok).toBe(true);
  const { requestBody, responses } = document.paths['/connect/token'].post;
  const requested = requestBody.content['application/x-www-form-urlencoded'];
  expect(requested.schema.properties.scope.description).toContain('invalid_scope');
  expect(requested.schema.required).not.toContain('scope');
  const responded = responses[200].content['application/json'];
  expect(responded.schema.properties.scope.description).toContain('issuer:*');
  expect(readScope(responded.example.scope).ok).toBe(true);
});
