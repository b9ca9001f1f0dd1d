// Makes signing keys and their X.509 certificates.

import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
} from 'pkijs';

const keyBits = 3072;
const rootYears = 10;
const signerYears = 2;

const oids = {
  sha256WithRsa: '1.2.840.113549.1.1.11',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  /** Document signing (RFC 9336). */
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const;

/** Bits 0 and 1 of key usage: digital signature and content commitment. */
const signsDocuments = { valueHex: bufferOf(new Uint8Array([0xc0])), unusedBits: 6 };
/** Bit 5: signing certificates. */
const signsCertificates = { valueHex: bufferOf(new Uint8Array([0x04])), unusedBits: 2 };

/** A key that issues certificates of signers, with its own certificate. */
export type Issuer = { key: KeyObject; certificate: Buffer };

/**
 * A new RSA key with its certificate for sealing documents only, for two years, as one PEM text. Issued by the root; without
 * one it signs its certificate itself. Who gets a sealed file compares the fingerprint: no public authority vouches for it.
 * With a passphrase the key is encrypted.
 */
export function newCertificate(agentName: string, now: Date, options: NewSigner = {}): string {
  const { root, passphrase } = options;
  const { der, privateKey } = certificateFor(
    nameOf([
      [oids.organization, agentName.slice(0, 64)],
      [oids.commonName, `${agentName.slice(0, 40)}, list certification`],
    ]),
    { now, years: signerYears, root },
    [
      extension(oids.basicConstraints, true, new BasicConstraints({ cA: false }).toSchema()),
      extension(oids.keyUsage, true, new asn1js.BitString(signsDocuments)),
      extension(
        oids.extendedKeyUsage,
        false,
        new ExtKeyUsage({ keyPurposes: [oids.documentSigning] }).toSchema(),
      ),
    ],
  );
  const chain = [der, ...(root ? [root.certificate] : [])].map((one) => pem('CERTIFICATE', one));
  return [keyText(privateKey, passphrase), ...chain].join('');
}

type NewSigner = { root?: Issuer | undefined; passphrase?: string | undefined };

/** A new root, for ten years, as one PEM text. It issues certificates of signers and signs nothing else; its key is encrypted. */
export function newRoot(agentName: string, now: Date, passphrase: string): string {
  const { der, privateKey } = certificateFor(
    nameOf([
      [oids.organization, agentName.slice(0, 64)],
      [oids.commonName, `${agentName.slice(0, 40)}, root`],
    ]),
    { now, years: rootYears, root: undefined },
    [
      extension(
        oids.basicConstraints,
        true,
        new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema(),
      ),
      extension(oids.keyUsage, true, new asn1js.BitString(signsCertificates)),
    ],
  );
  return `${keyText(privateKey, passphrase)}${pem('CERTIFICATE', der)}`;
}

/** The root's key; throws when the passphrase is wrong. */
export const rootKey = (text: string, passphrase: string): KeyObject =>
  createPrivateKey({ key: text, passphrase });

type Issue = { now: Date; years: number; root: Issuer | undefined };

function certificateFor(
  subject: RelativeDistinguishedNames,
  { now, years, root }: Issue,
  extensions: Extension[],
): { der: Buffer; privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: keyBits });
  const issuer = root && Certificate.fromBER(bufferOf(root.certificate));
  const certificate = new Certificate();
  certificate.version = 2;
  // A positive number of 127 random bits.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = new asn1js.Integer({ valueHex: bufferOf(serial) });
  certificate.issuer = issuer ? issuer.subject : subject;
  certificate.subject = subject;
  // Clocks of readers differ.
  certificate.notBefore.value = new Date(now.getTime() - 3_600_000);
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  // A certificate that outlives the one it is issued by would be taken for invalid at its end.
  const last = issuer && issuer.notAfter.value < until ? issuer.notAfter.value : until;
  certificate.notAfter.value = last;
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(
    bufferOf(publicKey.export({ type: 'spki', format: 'der' })),
  );
  const ownId = keyIdentifier(certificate);
  certificate.extensions = [
    ...extensions,
    extension(oids.subjectKeyIdentifier, false, ownId),
    extension(
      oids.authorityKeyIdentifier,
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: issuer ? keyIdentifier(issuer) : ownId }).toSchema(),
    ),
  ];
  const algorithm = () =>
    new AlgorithmIdentifier({ algorithmId: oids.sha256WithRsa, algorithmParams: new asn1js.Null() });
  certificate.signature = algorithm();
  certificate.signatureAlgorithm = algorithm();
  const signed = certificate.encodeTBS().toBER();
  certificate.tbsView = new Uint8Array(signed);
  certificate.signatureValue = new asn1js.BitString({
    valueHex: bufferOf(sign('sha256', Buffer.from(signed), root?.key ?? privateKey)),
  });
  return { der: Buffer.from(certificate.toSchema(true).toBER()), privateKey };
}

/** 160 bits of the SHA-256 of the public key (RFC 7093, method 1). */
function keyIdentifier(certificate: Certificate): asn1js.OctetString {
  const bits = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return new asn1js.OctetString({
    valueHex: bufferOf(createHash('sha256').update(bits).digest().subarray(0, 20)),
  });
}

function keyText(key: KeyObject, passphrase: string | undefined): string {
  const form = { type: 'pkcs8', format: 'pem' } as const;
  return String(key.export(passphrase ? { ...form, cipher: 'aes-256-cbc', passphrase } : form));
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
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export const pem = (label: string, der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};
