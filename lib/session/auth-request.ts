// Adapts requests and responses to next-auth's handler.

/** The response of next-auth's handler. */
export type Captured = { status: number; headers: Headers; body: string | null };

const bodyBytesMax = 65_536;

/** The response object for next-auth's pages handler; writes into `captured`. */
export function outgoing(captured: Captured) {
  const { headers } = captured;
  const response = {
    status(code: number) {
      captured.status = code;
      return response;
    },
    getHeader: (name: string) =>
      name.toLowerCase() === 'set-cookie' ? headers.getSetCookie() : headers.get(name),
    setHeader(name: string, value: string | string[]) {
      headers.delete(name);
      for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
      return response;
    },
    json(value: unknown) {
      headers.set('content-type', 'application/json');
      captured.body = JSON.stringify(value);
    },
    send(value: unknown) {
      captured.body =
        typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | null);
    },
    end: () => undefined,
  };
  return response;
}

/** Cookies by name. The first of a name wins, and names cannot reach a prototype. */
export function cookieJar(header: string | null): Record<string, string> {
  const jar: Record<string, string> = Object.create(null);
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0) jar[part.slice(0, at).trim()] ??= decodeCookie(part.slice(at + 1).trim());
  }
  return jar;
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The fields of a POST, form or JSON, with a hard limit of 64 kB; undefined for other methods. */
export async function bodyOf(request: Request): Promise<Record<string, string> | undefined | 'unusable'> {
  if (request.method !== 'POST') return undefined;
  const text = await textOf(request);
  if (text === null) return 'unusable';
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  if (!type.includes('application/json')) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : 'unusable';
  } catch {
    return 'unusable';
  }
}

async function textOf(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > bodyBytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString('utf8');
}
