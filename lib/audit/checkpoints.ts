// Signed checkpoints of the audit trail: their format, signature, and reading a file of them.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isKeyText } from '../env.ts';

/**
 * The head of the trail at one moment. `seq` is also the number of entries, which are numbered without gaps.
 */
export type Head = { seq: bigint; hash: string };

/** A checkpoint as stored in a file; `line` counts from 1. */
export type StoredCheckpoint = Head & { line: number; at: string };

/** The text before the signature has exactly these fields, in this order. */
type Fields = { v: 1; seq: string; hash: string; at: string; previous: string | null; key: string };

/** Why a file of checkpoints is not valid, from this line on. */
export type CheckpointError = { kind: 'changed' | 'missing' | 'foreign'; line: number; key?: string };

const lineMax = 2_000;

/** The DER prefix of a 32-byte Ed25519 private key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** A signing key of 32 bytes in base64url. */
export function readSigningKey(seed: string): KeyObject {
  const key = Buffer.concat([privatePrefix, Buffer.from(seed, 'base64url')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** The public half of a signing key, 32 bytes in base64url: every line names it, and `--key` takes it. */
export function publicKeyOf(key: KeyObject): string {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return der.subarray(publicPrefix.length).toString('base64url');
}

/**
 * A line without its line end: the signed head, with the digest of the previous line, or null for the first
 * one.
 */
export function writeCheckpoint(head: Head, at: Date, previous: string | null, key: KeyObject): string {
  const fields: Fields = {
    v: 1,
    seq: head.seq.toString(),
    hash: head.hash,
    at: at.toISOString(),
    previous: previous === null ? null : digestOf(previous),
    key: publicKeyOf(key),
  };
  const signature = sign(null, Buffer.from(JSON.stringify(fields)), key).toString('base64url');
  return JSON.stringify({ ...fields, signature });
}

const digestOf = (line: string) => createHash('sha256').update(line).digest('hex');

type Read = { fields: Fields; signature: string };

/** Null for a line that is not a checkpoint, such as a truncated one. */
export function readCheckpoint(line: string): Read | null {
  if (line.length > lineMax) return null;
  try {
    const { v, seq, hash, at, previous, key, signature } = JSON.parse(line) as Fields & { signature: string };
    const isOurs =
      v === 1 &&
      /^\d{1,18}$/.test(seq) &&
      /^[0-9a-f]{64}$/.test(hash) &&
      !Number.isNaN(Date.parse(at)) &&
      (previous === null || /^[0-9a-f]{64}$/.test(previous)) &&
      isKeyText(key) &&
      typeof signature === 'string';
    return isOurs ? { fields: { v, seq, hash, at, previous, key }, signature } : null;
  } catch {
    return null;
  }
}

/** The head of a line, or null for a line that is not a checkpoint. The signature is not checked. */
export function headIn(line: string | null): Head | null {
  const read = line === null ? null : readCheckpoint(line);
  return read && { seq: BigInt(read.fields.seq), hash: read.fields.hash };
}

function isSigned(line: string, { fields, signature }: Read): boolean {
  const key = Buffer.concat([publicPrefix, Buffer.from(fields.key, 'base64url')]);
  const opened = createPublicKey({ key, format: 'der', type: 'spki' });
  const text = JSON.stringify(fields);
  return (
    line === JSON.stringify({ ...fields, signature }) &&
    verify(null, Buffer.from(text), opened, Buffer.from(signature, 'base64url'))
  );
}

/**
 * Reads a file of checkpoints made by one of `keys`: checks every signature, and that each line follows the
 * previous one. A line repeated directly counts once, as a resend. Lines that are not checkpoints are counted
 * and skipped: if one of them replaced a checkpoint, the next line would not follow. Stops at the first error.
 * Memory grows with the lines.
 */
export async function readCheckpoints(
  path: string,
  keys: readonly string[],
): Promise<{ checkpoints: StoredCheckpoint[]; unreadable: number; fault: CheckpointError | null }> {
  const checkpoints: StoredCheckpoint[] = [];
  let unreadable = 0;
  let before: string | null = null;
  let line = 0;
  const done = (error: CheckpointError | null) => ({ checkpoints, unreadable, fault: error });
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const text of lines) {
    line += 1;
    if (text === '' || text === before) continue;
    const read = readCheckpoint(text);
    if (!read) {
      unreadable += 1;
      continue;
    }
    if (!isSigned(text, read)) return done({ kind: 'changed', line });
    const { seq, hash, at, key, previous } = read.fields;
    if (!keys.includes(key)) return done({ kind: 'foreign', line, key });
    if (previous !== (before === null ? null : digestOf(before))) return done({ kind: 'missing', line });
    checkpoints.push({ seq: BigInt(seq), hash, line, at });
    before = text;
  }
  return done(null);
}

/** The error of the file as text. */
export function checkpointErrorText({ kind, line, key }: CheckpointError): string {
  const texts: Record<CheckpointError['kind'], string> = {
    changed: `line ${line} was changed after it was signed`,
    missing: `line ${line} does not follow the one before it: lines were removed, put in or moved`,
    foreign: `line ${line} is signed with another key, ${key}; name that key with --key if it is yours`,
  };
  return `The checkpoint file is not valid: ${texts[kind]}.`;
}
