import { away, parsed, rejectionOf } from './call.ts';
import { ApiError, isApiError, readError } from './error.ts';

/**
 * Gives each JSON line of a response of our own server as it arrives. Throws as `request`, and so when the response is cut
 * off: what was given before then stands, and the rest is missing.
 */
export async function requestLines(
  path: string,
  onLine: (line: object) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const response = await fetch(path, {
      signal,
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    if (!response.ok) throw rejectionOf(response.status, await parsed(await response.text()), requestId);
    for await (const line of linesOf(response)) {
      if ('end' in line) return;
      // The work failed after the response had begun: its status is no error.
      if ('error' in line) throw readError(500, line, requestId);
      onLine(line);
    }
    throw new ApiError('upstream_unavailable', { message: away, requestId });
  } catch (cause) {
    if (isApiError(cause) || signal?.aborted) throw cause;
    throw new ApiError('upstream_unavailable', { message: away });
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<object> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const lines = `${rest}${piece.value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = await parsed(text);
      if (typeof line !== 'object' || line === null) throw new ApiError('upstream_unreadable');
      yield line;
    }
  }
}
