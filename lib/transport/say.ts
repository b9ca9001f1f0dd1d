import type { ServerResponse } from 'node:http';

/** An answer whose whole text is known. Its headers name the length in bytes. */
export type Plain = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** Sends a whole answer, head and body in one. */
export function say({ status, headers, text }: Plain, response: ServerResponse): void {
  response.writeHead(status, headers).end(text);
}

/** Until there is room again, or nobody who waits for it. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      done();
    };
    response.on('drain', go).on('close', go);
  });
}

/**
 * Sends an answer piece by piece at the reader's pace. Whoever leaves ends its source; a source that fails breaks the
 * connection, so that what has arrived never looks whole.
 */
export async function pour({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  const reader = body?.getReader();
  const leave = () => void reader?.cancel().catch(() => undefined);
  if (response.destroyed) return leave();
  response.once('close', leave);
  response.writeHead(status, Object.fromEntries(headers));
  try {
    for (let step = await reader?.read(); step?.value; step = await reader?.read())
      if (!response.write(step.value) && !response.destroyed) await room(response);
  } catch {
    return void response.destroy();
  }
  response.end();
}
