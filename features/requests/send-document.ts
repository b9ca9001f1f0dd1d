import type { useApi } from '#lib/api/provider';
import type { RequestDetail } from './model.ts';

type Call = ReturnType<typeof useApi>['call'];
type Given = { issuer: number; itemId: number; file: File; idempotencyId: string };

/** Adds a file to a request. The same ID again stores it once. */
export function sendDocument(
  call: Call,
  { issuer, itemId, file, idempotencyId }: Given,
): Promise<RequestDetail> {
  const facts = { customerIssuerId: issuer, itemId, name: file.name };
  return call('UploadRequestDocument', { ...facts, idempotencyId, file } as never);
}
