// Makes a detached CMS signature (RFC 5652) of a digest.

import { sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { bufferOf } from './new-certificate.ts';
import { type SigningKey, sha256Of } from './signing-key.ts';

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/**
 * A detached CMS signature over content with this SHA-256, as PAdES B-B asks (ETSI EN 319 142-1): content type, message
 * digest and signing certificate are signed; there is no signing time, which PDF keeps elsewhere.
 */
export function detachedSignature(digest: Uint8Array, { key, certificate, issuers }: SigningKey): Buffer {
  const own = Certificate.fromBER(bufferOf(certificate.raw));
  const attributes = [
    attribute(oids.contentType, new asn1js.ObjectIdentifier({ value: oids.data })),
    attribute(oids.messageDigest, new asn1js.OctetString({ valueHex: bufferOf(digest) })),
    // ESSCertIDv2 with its default, SHA-256 (RFC 5035).
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(certificateHash(certificate.raw))))),
  ].sort((a, b) => Buffer.compare(derOf(a), derOf(b)));
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
  // What is signed is the same set with the tag of a set instead of its place in the signature (RFC 5652, 5.4).
  const toSign = Buffer.from(signedAttrs.toSchema().toBER());
  toSign[0] = 0x31;
  const isRsa = key.asymmetricKeyType === 'rsa';
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({
      algorithmId: oids.sha256,
      algorithmParams: new asn1js.Null(),
    }),
    signedAttrs,
    signatureAlgorithm: isRsa
      ? new AlgorithmIdentifier({ algorithmId: oids.sha256WithRsa, algorithmParams: new asn1js.Null() })
      : new AlgorithmIdentifier({ algorithmId: oids.ecdsaWithSha256 }),
    signature: new asn1js.OctetString({ valueHex: bufferOf(sign('sha256', toSign, key)) }),
  });
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [
      new AlgorithmIdentifier({ algorithmId: oids.sha256, algorithmParams: new asn1js.Null() }),
    ],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: [own, ...issuers.map(({ raw }) => Certificate.fromBER(bufferOf(raw)))],
    signerInfos: [signer],
  });
  const info = new ContentInfo({ contentType: oids.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

const attribute = (type: string, value: asn1js.BaseBlock) => new Attribute({ type, values: [value] });
const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });
const certificateHash = (der: Buffer) => new asn1js.OctetString({ valueHex: bufferOf(sha256Of(der)) });
const derOf = (one: Attribute) => Buffer.from(one.toSchema().toBER());
