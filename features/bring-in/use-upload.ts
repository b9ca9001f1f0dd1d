// React hook that uploads a file in parts, with retries.

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { randomKey } from '#components/submission/form-draft';
import { ApiError, isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { partBytesMax, partType, registerBytesMax, registerSizeMax } from '#lib/contract/upload-limits';
import type { FileKind, RegisterFile } from './types.ts';

export type Progress = { sent: number; bytes: number };

const attemptsMax = 4;
const firstWaitMs = 500;

/** Errors after which the same part is sent again: the registry writes it once. */
const passing = new Set([
  'outcome_unknown',
  'upstream_unavailable',
  'upstream_timeout',
  'upstream_busy',
  'upstream_failed',
  'rate_limited',
]);

function unfit(file: File, begun: Pick<RegisterFile, 'name' | 'bytes'> | null): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > registerBytesMax) return `${file.name} is larger than ${registerSizeMax}.`;
  if (begun && file.size !== Number(begun.bytes))
    return `${file.name} is not the file whose upload was begun: its size differs.`;
  return null;
}

/**
 * Uploads a register in parts, each again where its answer was lost, and begins the check. `begun` continues an upload
 * that was interrupted.
 */
export function useUpload(kind: FileKind, begun: RegisterFile | null, onDone: (file: RegisterFile) => void) {
  const { call } = useApi();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef<AbortController | null>(null);
  const created = useRef<RegisterFile | null>(begun);

  async function sendPart(file: File, registerFileId: number, offset: number, signal: AbortSignal) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const part = file.slice(offset, offset + partBytesMax, partType);
        const input = { idempotencyId: randomKey(), registerFileId, offset, file: part };
        return await call('UploadRegisterPart', input as never, { signal });
      } catch (error) {
        if (signal.aborted || !isApiError(error) || !passing.has(error.code) || attempt === attemptsMax)
          throw error;
        await new Promise((done) => setTimeout(done, firstWaitMs * 2 ** attempt));
      }
    }
  }

  const upload = useMutation<RegisterFile, ApiError, File>({
    mutationFn: async (file) => {
      const wrong = unfit(file, created.current);
      if (wrong) throw new ApiError('invalid', { message: wrong });
      const controller = new AbortController();
      stop.current = controller;
      const { signal } = controller;
      setProgress({ sent: Number(created.current?.received ?? 0), bytes: file.size });
      const first =
        created.current ??
        (await call('CreateRegisterFile', {
          idempotencyId: randomKey(),
          kind,
          name: file.name,
          bytes: file.size,
        } as never));
      created.current = first;
      let last = first;
      while (Number(last.received) < file.size) {
        last = await sendPart(file, Number(first.registerFileId), Number(last.received), signal);
        created.current = last;
        setProgress({ sent: Number(last.received), bytes: file.size });
      }
      if (last.state === 'Uploaded') {
        const { registerFileId, version } = last;
        last = await call('CheckRegisterFile', {
          ...{ idempotencyId: randomKey(), registerFileId, version },
        } as never).catch(() => last);
      }
      return last;
    },
    onSettled: () => {
      setProgress(null);
      void client.invalidateQueries({ queryKey: ['GetRegisterFiles'] });
    },
    onSuccess: onDone,
  });
  return {
    upload,
    progress,
    cancel: () => stop.current?.abort(),
    isCanceled: stop.current?.signal.aborted ?? false,
  };
}
