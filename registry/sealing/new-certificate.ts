import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
} from 'pkijs';

const keyBits = 3072;
const validYears = 5;

const oids = {
  sha256WithRsa: '1.2.840.113549.1.1.11',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  /** Document signing (RFC 9336). */
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;

/** Bits 0 and 1 of key usage: digital signature and content commitment. */
const signsDocuments = new Uint8Array([0xc0]);

/**
 * A new RSA key with a certificate that it signs itself, for sealing documents only, as one PEM text. Who gets a sealed
 * file compares the fingerprint: no authority vouches for it.
 */
export function newCertificate(agentName: string, now: Date): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: keyBits });
  const certificate = new Certificate();
  certificate.version = 2;
  // A positive number of 127 random bits.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = new asn1js.Integer({ valueHex: bufferOf(serial) });
  const name = nameOf([
    [oids.organization, agentName.slice(0, 64)],
    [oids.commonName, `${agentName.slice(0, 40)}, list certification`],
  ]);
  certificate.issuer = name;
  certificate.subject = name;
  certificate.notBefore.value = now;
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + validYears);
  certificate.notAfter.value = until;
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(
    bufferOf(publicKey.export({ type: 'spki', format: 'der' })),
  );
  certificate.extensions = [
    extension(oids.basicConstraints, true, new BasicConstraints({ cA: false }).toSchema()),
    extension(
      oids.keyUsage,
      true,
      new asn1js.BitString({ valueHex: bufferOf(signsDocuments), unusedBits: 6 }),
    ),
    extension(
      oids.extendedKeyUsage,
      false,
      new ExtKeyUsage({ keyPurposes: [oids.documentSigning] }).toSchema(),
    ),
  ];
  const algorithm = () =>
    new AlgorithmIdentifier({ algorithmId: oids.sha256WithRsa, algorithmParams: new asn1js.Null() });
  certificate.signature = algorithm();
  certificate.signatureAlgorithm = algorithm();
  const signed = certificate.encodeTBS().toBER();
  certificate.tbsView = new Uint8Array(signed);
  certificate.signatureValue = new asn1js.BitString({
    valueHex: bufferOf(sign('sha256', Buffer.from(signed), privateKey)),
  });
  const der = Buffer.from(certificate.toSchema(true).toBER());
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${pem('CERTIFICATE', der)}`;
}

/** A name of which each part stands alone; pkijs itself writes all parts as one. */
function nameOf(parts: readonly (readonly [type: string, value: string])[]): RelativeDistinguishedNames {
  const sets = parts.map(([type, text]) => {
    const value = new AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value: text }) });
    return new asn1js.Set({ value: [value.toSchema()] });
  });
  return RelativeDistinguishedNames.fromBER(new asn1js.Sequence({ value: sets }).toBER());
}

const extension = (extnID: string, critical: boolean, value: asn1js.BaseBlock) =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

/** The bytes alone: a Buffer may be a view into a larger one. */
export const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const pem = (label: string, der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};
