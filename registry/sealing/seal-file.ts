// Signs a finished PDF in place.

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { signatureBytes, signatureMark, signatureStart } from '#registry/render/pdf/signature-place';
import { detachedSignature } from './cms.ts';
import type { SigningKey } from './signing-key.ts';

/** The signature is among the last objects of a file. */
const tailBytes = 64 * 1024 ** 2;
const pieceBytes = 1024 ** 2;

/**
 * Signs a finished PDF that was written with a place for its signature, in place: the whole file but the signature
 * itself is covered. Returns size and SHA-256 of the sealed file. Throws when the file has no place, or more than one.
 */
export async function sealFile(path: string, key: SigningKey): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const { ranges, contents } = await placeIn(file, size);
    const end = contents + 2 * signatureBytes + 2;
    const numbers = [contents, end, size - end].map((number) => `${number}`.padStart(10, '0'));
    if (numbers.some((number) => number.length > 10)) throw new Error('The file is too large to be sealed.');
    await file.write(`[0000000000 ${numbers.join(' ')}]`, ranges, 'latin1');
    const hash = createHash('sha256');
    await hashRange(file, hash, 0, contents);
    await hashRange(file, hash, end, size);
    const signature = detachedSignature(hash.digest(), key);
    if (signature.length > signatureBytes)
      throw new Error('The certificates do not fit the place of the signature.');
    await file.write(signature.toString('hex'), contents + 1, 'latin1');
    await file.sync();
    const whole = createHash('sha256');
    await hashRange(file, whole, 0, size);
    return { bytes: size, sha256: whole.digest('hex') };
  } finally {
    await file.close();
  }
}

async function placeIn(file: FileHandle, size: number): Promise<{ ranges: number; contents: number }> {
  const start = Math.max(0, size - tailBytes);
  const tail = Buffer.alloc(size - start);
  await file.read(tail, 0, tail.length, start);
  const mark = Buffer.from(signatureMark, 'latin1');
  const at = tail.lastIndexOf(mark);
  if (at < 0 || tail.indexOf(mark) !== at) throw new Error('The file has no single place for a signature.');
  const ranges = start + at + signatureStart.length;
  return { ranges, contents: start + at + signatureMark.length - 1 };
}

async function hashRange(
  file: FileHandle,
  hash: ReturnType<typeof createHash>,
  from: number,
  to: number,
): Promise<void> {
  const buffer = Buffer.alloc(Math.min(pieceBytes, Math.max(1, to - from)));
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - at), at);
    if (bytesRead === 0) throw new Error('The file is shorter than recorded.');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}
