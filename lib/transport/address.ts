import type { ServerResponse } from 'node:http';
import { requestIdHere } from './trace.ts';

/** Whether the path of a request target can be decoded: every percent sign begins a byte, the bytes are UTF-8. */
export function isReadable(target = ''): boolean {
  try {
    decodeURIComponent(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

const sentence = 'This address cannot be read: a percent sign in it stands for nothing.';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Address not readable · Sharebook</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>This address cannot be read</h1><p>A percent sign in it stands for nothing. It may have been cut off or
changed on its way.</p><p><a href="/">To the start</a></p></main></body></html>`;

/** Answers 400 to an address the framework would fail over (assurance B-018, S-25): JSON below /api, else a small page. */
export function refuseAddress(target: string, response: ServerResponse): void {
  const requestId = requestIdHere();
  const data = /^(https?:\/\/[^/]*)?\/api(\/|$)/i.test(target);
  response.writeHead(400, {
    'content-type': data ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(data ? JSON.stringify({ error: { code: 'invalid', message: sentence, requestId } }) : page);
}
