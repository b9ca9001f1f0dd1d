import { parsed, receive, requestIdOf, unreachableText } from './call.ts';
import { ApiError, readError } from './error.ts';

/**
 * Gives each JSON line of a response of our own server as it arrives. Throws as `request`, and so when the response is cut
 * off: what was given before then stands, and the rest is missing.
 */
export const requestLines = (
  path: string,
  onLine: (line: object) => void,
  signal?: AbortSignal,
): Promise<void> =>
  receive(path, { signal }, async (response) => {
    const requestId = requestIdOf(response);
    for await (const line of linesOf(response)) {
      if ('end' in line) return;
      // The work failed after the response had begun: its status is no error.
      if ('error' in line) throw readError(500, line, requestId);
      onLine(line);
    }
    throw new ApiError('upstream_unavailable', { message: unreachableText, requestId });
  });

async function* linesOf({ body }: Response): AsyncGenerator<object> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = `${rest}${piece.value}`.split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        const line = await parsed(text);
        if (typeof line !== 'object' || line === null) throw new ApiError('upstream_unreadable');
        yield line;
      }
    }
  } finally {
    // After an error the server need not go on; a body that ended or broke off has nothing to cancel.
    void reader.cancel().catch(() => undefined);
  }
}
