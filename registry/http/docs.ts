// Serves the API documentation: OpenAPI documents and a page to read and try them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { agentIds, type EndpointId, interfaceIds } from '#lib/contract/index';
import { openApiDocument, type TokenScopes } from '#lib/contract/openapi/openapi';
import { demoAgent } from '../access/clients.ts';
import { jsonType, type Reply } from './reply.ts';

const title = 'Share registry';

/**
 * Added here because browsers also load the contract, which must contain no secret. The page's examples use the
 * published demo client.
 */
const examples = {
  Token: { grant_type: 'client_credentials', client_id: demoAgent.id, client_secret: demoAgent.secret },
};

const scopes: TokenScopes = {
  words: {
    read: 'Reads, reports and their files',
    write: 'The same, and the two writes',
    agent: 'The agent operations (agent/openapi.json); their writes need write as well',
  },
  request:
    'What the token shall be limited to, in words with one space between: read or write, agent for the agent operations, and issuer:<customerIssuerId> for each issuer, at most 500, or issuer:none for no issuer. Without issuers: those of the client. Left out: everything the client may do. More than that, or an unknown word: 400 invalid_scope.',
  response:
    'What the token may do: read, or read and write; agent where it may use the agent operations; issuer:* for every issuer, or issuer:<customerIssuerId> for each one, or issuer:none. Left out where that would name more than 500 issuers.',
};

/** The OpenAPI documents: the interface, and the agent operations with the token call they need. */
const documents: Readonly<Record<string, readonly EndpointId[]>> = {
  '/openapi.json': interfaceIds,
  '/agent/openapi.json': ['Token', ...agentIds],
};

const page = (assets: string, heading: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<link rel="stylesheet" href="${assets}swagger-ui.css">
<link rel="icon" href="${assets}favicon-32x32.png">
</head>
<body>
<main id="operations"></main>
<script src="${assets}swagger-ui-bundle.js"></script>
<script src="${assets}start.js"></script>
</body>
</html>
`;

/**
 * The viewer sends client credentials as a Basic header, but the token request expects form fields. Keeps the
 * scope.
 */
const start = `window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#operations',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor(request) {
    const basic = /^Basic (.+)$/.exec(request.headers.Authorization ?? '');
    if (!basic) return request;
    const [id, ...secret] = atob(basic[1]).split(':');
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret.join(':'),
    });
    const scope = new URLSearchParams(request.body).get('scope');
    if (scope) form.set('scope', scope);
    delete request.headers.Authorization;
    request.body = form.toString();
    return request;
  },
});
`;

/** Allows only our own files. The viewer sets style attributes, hence 'unsafe-inline' for styles. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The OpenAPI documents, and a page to read and try each. All files are served from here. */
export function docsReply(path: string, baseUrl: string, version: string): Reply | undefined {
  const ids = documents[path];
  if (ids) {
    const document = openApiDocument({ serverUrl: baseUrl, title, version, only: ids, examples, scopes });
    return { status: 200, headers: { 'content-type': jsonType }, body: JSON.stringify(document) };
  }
  if (path === '/docs') return text(page('docs/', `${title} API`), 'text/html; charset=utf-8');
  if (path === '/agent/docs')
    return text(page('../docs/', `${title}: agent operations`), 'text/html; charset=utf-8');
  if (path === '/docs/start.js') return text(start, 'text/javascript; charset=utf-8');
  const name = /^\/docs\/([a-z0-9.-]+)$/.exec(path)?.[1] ?? '';
  const type = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!type) return undefined;
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return { status: 200, headers: { 'content-type': type }, body: readFileSync(join(folder, name)) };
}

function text(body: string, type: string): Reply {
  return { status: 200, headers: { 'content-type': type, 'content-security-policy': policy }, body };
}
