import type { Format } from './format.ts';
import { createTailBuffer, type TailBuffer } from './tail-buffer.ts';

/**
 * A run whose bytes are still arriving in this process. `size` only grows and covers bytes that are in the file
 * or in `recent`; readers follow it and wait for `changed` when they have caught up.
 */
export type ActiveDownload = {
  readonly id: string;
  readonly path: string;
  readonly startedAt: number;
  format: Format | null;
  fileName: string | null;
  size: number;
  total: number | null;
  ended: 'ready' | 'failed' | null;
  errorCode: string | null;
  changed: () => Promise<void>;
  tell: () => void;
  /** The latest bytes; empty where another process receives the file. */
  readonly recent: TailBuffer;
};

/** A live run without any bytes yet. */
export function openActiveDownload(id: string, path: string): ActiveDownload {
  let waiting = Promise.withResolvers<void>();
  return {
    id,
    path,
    startedAt: Date.now(),
    format: null,
    fileName: null,
    size: 0,
    total: null,
    ended: null,
    errorCode: null,
    changed: () => waiting.promise,
    tell() {
      const { resolve } = waiting;
      waiting = Promise.withResolvers<void>();
      resolve();
    },
    recent: createTailBuffer(),
  };
}
