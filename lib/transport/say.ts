import type { ServerResponse } from 'node:http';

/** A response whose whole text is known. Its headers contain the length in bytes. */
export type Plain = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** Sends a complete response, headers and body in one. */
export function say({ status, headers, text }: Plain, response: ServerResponse): void {
  response.writeHead(status, headers).end(text);
}

/** Resolves when the client can take more, or has left. */
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
 * Sends a response chunk by chunk at the client's pace. A disconnect ends the source. A failing source resets
 * the connection, so that what has arrived never looks complete.
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
