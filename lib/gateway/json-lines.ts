import 'server-only';
import { errorBody } from '../api/error.ts';
import { knownError } from '../upstream/known-errors.ts';
import { streamOf } from './stream-of.ts';

/**
 * A response of JSON lines, each sent as soon as it is there. The last one is `{"end":true}`, or an error where the lines
 * could not be read to the end: a response without either was cut off.
 */
export function jsonLines(requestId: string, lines: AsyncIterable<object>): Response {
  return new Response(streamOf(bytesOf(requestId, lines)), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      // Nothing on the way may compress or buffer it: a line would wait until a block is full.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

const bytes = (line: object) => Buffer.from(`${JSON.stringify(line)}\n`);

async function* bytesOf(requestId: string, lines: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  try {
    for await (const line of lines) yield bytes(line);
    yield bytes({ end: true });
  } catch (thrown) {
    yield bytes(errorBody(knownError(thrown, requestId), requestId));
  }
}
