import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  type Certificate,
  ContentInfo,
  getCrypto,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';

type Readable = Pick<Blob, 'size' | 'slice'>;

/** What the signature in a file shows by itself. */
export type FileSignature =
  | { kind: 'none' }
  /** There is a signature that cannot be checked here. */
  | { kind: 'unreadable'; reason: string }
  | { kind: 'altered'; reason: string }
  /** The whole file is as it was signed, with the key of the certificate that has this SHA-256, in pairs. */
  | { kind: 'intact'; fingerprint: string };

const pieceBytes = 1024 ** 2;
const mark = '/ByteRange';
const rangeForm = /^\/ByteRange\s?\[\s?(\d{1,10}) (\d{1,10}) (\d{1,10}) (\d{1,10})\s?\]/;
const signatureBytesMax = 65_536;

const oids = {
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/**
 * Reads the signature of a PDF and checks it, in the browser: that it covers the whole file, that the file is as it was
 * signed, and which certificate it was signed with. Whose certificate that is, the caller compares. Any other file has none.
 */
export async function readSignature(file: Readable, signal: AbortSignal): Promise<FileSignature> {
  if ((await textOf(file, 0, 5)) !== '%PDF-') return { kind: 'none' };
  const offsets = await offsetsOf(file, signal);
  const [at] = offsets;
  if (at === undefined) return { kind: 'none' };
  if (offsets.length > 1) return { kind: 'altered', reason: 'It was signed again after it was sealed.' };
  const ranges = rangeForm
    .exec(await textOf(file, at, at + 80))
    ?.slice(1)
    .map(Number);
  if (!ranges) return { kind: 'unreadable', reason: 'The place of the signature cannot be read.' };
  const [start = 0, first = 0, second = 0, rest = 0] = ranges;
  const length = second - first;
  if (start !== 0 || length < 4 || length > 2 * signatureBytesMax)
    return { kind: 'unreadable', reason: 'The place of the signature cannot be read.' };
  if (second + rest !== file.size)
    return {
      kind: 'altered',
      reason:
        second + rest < file.size
          ? 'Something was added behind what is signed.'
          : 'The end of the file is missing.',
    };
  const contents = await textOf(file, first, second);
  const hex = contents.slice(1, -1);
  if (contents[0] !== '<' || contents.at(-1) !== '>' || hex.length % 2 === 1 || !/^[0-9a-fA-F]*$/.test(hex))
    return { kind: 'unreadable', reason: 'The signature cannot be read.' };
  const digest = await digestOfRanges(file, [0, first], [second, file.size], signal);
  return checkSignature(hexToBytes(hex), digest);
}

/** Where a signature says what it covers, in order. */
async function offsetsOf(file: Readable, signal: AbortSignal): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < file.size; at += pieceBytes) {
    signal.throwIfAborted();
    // The next piece begins inside a mark that this one cuts.
    const text = await textOf(file, at, at + pieceBytes + mark.length - 1);
    for (let next = text.indexOf(mark); next >= 0; next = text.indexOf(mark, next + 1)) found.push(at + next);
  }
  return found;
}

async function textOf(file: Readable, from: number, to: number): Promise<string> {
  const bytes = new Uint8Array(await file.slice(from, Math.min(to, file.size)).arrayBuffer());
  return new TextDecoder('latin1').decode(bytes);
}

async function digestOfRanges(
  file: Readable,
  one: readonly [number, number],
  two: readonly [number, number],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const hash = sha256.create();
  for (const [from, to] of [one, two])
    for (let at = from; at < to; at += pieceBytes) {
      signal.throwIfAborted();
      hash.update(new Uint8Array(await file.slice(at, Math.min(to, at + pieceBytes)).arrayBuffer()));
    }
  return hash.digest();
}

async function checkSignature(cms: Uint8Array, digest: Uint8Array): Promise<FileSignature> {
  const crypto = getCrypto();
  if (!crypto)
    return { kind: 'unreadable', reason: 'This browser checks signatures only on pages opened over https.' };
  try {
    const { signer, certificate } = partsOf(cms);
    const certificateDigest = sha256(new Uint8Array(certificate.toSchema().toBER()));
    const [signedDigest] = attributeOf(signer, oids.messageDigest);
    const [named] = attributeOf(signer, oids.signingCertificateV2);
    if (!(signedDigest instanceof OctetString)) throw new Error('no digest');
    if (!equalBytes(signedDigest.valueBlock.valueHexView, digest))
      return { kind: 'altered', reason: 'It is not what was signed.' };
    if (!equalBytes(namedCertificate(named), certificateDigest)) throw new Error('another certificate');
    const isSigned = await crypto.verifyWithPublicKey(
      signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0),
      signer.signature,
      certificate.subjectPublicKeyInfo,
      signer.signatureAlgorithm,
      'SHA-256',
    );
    return isSigned
      ? { kind: 'intact', fingerprint: pairs(certificateDigest) }
      : { kind: 'altered', reason: 'The signature itself was changed.' };
  } catch {
    return { kind: 'unreadable', reason: 'The signature cannot be read.' };
  }
}

function partsOf(cms: Uint8Array): { signer: SignerInfo; certificate: Certificate } {
  // What stands behind the signature fills its place.
  const parsed = fromBER(new Uint8Array(cms).buffer);
  if (parsed.offset === -1) throw new Error('not readable');
  const signed = new SignedData({ schema: new ContentInfo({ schema: parsed.result }).content });
  const [signer, ...others] = signed.signerInfos;
  const sid: unknown = signer?.sid;
  if (!signer || others.length > 0 || !(sid instanceof IssuerAndSerialNumber))
    throw new Error('not one signer');
  const certificate = (signed.certificates ?? []).find(
    (one): one is Certificate =>
      'serialNumber' in one && one.serialNumber.isEqual(sid.serialNumber) && one.issuer.isEqual(sid.issuer),
  );
  if (!certificate) throw new Error('no certificate');
  return { signer, certificate };
}

const attributeOf = (signer: SignerInfo, type: string): unknown[] =>
  signer.signedAttrs?.attributes.find((one) => one.type === type)?.values ?? [];

/** SHA-256 of the certificate that the signature names (ESSCertIDv2, RFC 5035). */
function namedCertificate(value: unknown): Uint8Array {
  const [list] = partsIn(value);
  const [id] = partsIn(list);
  const parts = partsIn(id);
  const [first] = parts;
  // A hash that is not the default stands before the value, as a sequence with its name.
  if (first instanceof Sequence) {
    const [algorithm] = partsIn(first);
    if (!(algorithm instanceof ObjectIdentifier) || algorithm.getValue() !== '2.16.840.1.101.3.4.2.1')
      throw new Error('another hash');
  }
  const hash = parts.find((part) => part instanceof OctetString);
  if (!(hash instanceof OctetString)) throw new Error('no hash');
  return hash.valueBlock.valueHexView;
}

const partsIn = (value: unknown): unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);

const equalBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

const pairs = (bytes: Uint8Array) => (bytesToHex(bytes).toUpperCase().match(/../g) ?? []).join(':');
