import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSignature } from '#features/verify/signature/read-signature';
import type { ResponseFor } from '#lib/contract/index';
import { newCertificate } from '#registry/sealing/new-certificate';
import { openSigningKey, SigningKeyError } from '#registry/sealing/signing-key';
import type { Registry } from '../boot.ts';
import { command } from '../command.ts';

/** Replacing and withdrawing the key that seals files: what was sealed before still verifies. */
export function signingKeys(registry: () => Registry): void {
  const keys = command(registry, 'registry/keys');
  const passphrase = 'a long passphrase of the root';
  const rotate = (minute: number) =>
    keys(['rotate', '--passphrase-stdin'], `${passphrase}\n`, {
      REGISTRY_CLOCK: `2026-11-20T15:${minute}:00Z`,
    });
  const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
  const signal = new AbortController().signal;

  async function create() {
    return registry().call('/agent/v1/reports/certified-list', {
      body: { customerIssuerId: 1003, cutoff: '2026-11-20', actor },
    });
  }

  async function signedFile(): Promise<Blob> {
    const { status, body } = await create();
    expect(status).toBe(200);
    const { pathname } = new URL((body as { downloadUrl: string }).downloadUrl);
    const response = await fetch(registry().origin + pathname, {
      headers: { authorization: `Bearer ${await registry().tokenFor('demo-agent')}` },
    });
    expect(response.status).toBe(200);
    return response.blob();
  }

  async function published(): Promise<ResponseFor<'GetSealCertificate'>> {
    return (await registry().call('/agent/v1/seal-certificate')).body as ResponseFor<'GetSealCertificate'>;
  }

  const fingerprintOf = async (file: Blob) => {
    const signature = await readSignature(file, signal);
    if (signature.kind !== 'intact') throw new Error(`The signature is ${signature.kind}.`);
    return signature.fingerprint;
  };

  const stateOf = async (fingerprint: string) =>
    (await published()).certificates.find((one) => one.fingerprint === fingerprint);

  test('a file sealed before a rotation verifies afterwards, and one by a withdrawn key is known as such', async () => {
    const before = await signedFile();
    const first = await fingerprintOf(before);
    expect(await stateOf(first)).toMatchObject({ state: 'Current', usedUntil: null, rootFingerprint: null });
    expect((await keys(['list'])).out).toContain(`days left, ${first}`);

    const rotated = await rotate(10);
    expect([rotated.status, rotated.err]).toEqual([0, '']);
    expect(rotated.out).toContain(`Retired: ${first}`);
    const now = await published();
    expect(now.certificates.map(({ state }) => state)).toEqual(['Current', 'Retired']);
    expect(now.certificates[1]).toMatchObject({ fingerprint: first, withdrawnOn: null });
    expect(now.certificates[1]?.usedUntil).not.toBeNull();

    // The new signer: two years, issued by the root, for documents only.
    const [signer, root] = (now.pem.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----\n?/g) ?? []).map(
      (one) => new X509Certificate(one),
    );
    expect([signer?.ca, root?.ca]).toEqual([false, true]);
    expect(signer?.checkIssued(root!)).toBe(true);
    expect(signer?.verify(root!.publicKey)).toBe(true);
    expect(root?.fingerprint256).toBe(now.rootFingerprint);
    expect(now.validTo.slice(0, 10)).toBe('2028-11-20');
    expect(root?.validTo).toContain('2036');
    expect(now).toMatchObject({ isReplacementDue: false, daysLeft: 731 });

    const after = await signedFile();
    expect(await fingerprintOf(after)).toBe(now.fingerprint);
    // The same bytes as before still name the key that was current then.
    expect(await stateOf(await fingerprintOf(before))).toMatchObject({ state: 'Retired' });

    const withdrawn = await keys(['withdraw', first, '--since', '2026-11-18', '--reason', 'A copy was lost']);
    expect([withdrawn.status, withdrawn.out.trim()]).toEqual([0, `Withdrawn since Nov 18, 2026: ${first}`]);
    expect(await stateOf(await fingerprintOf(before))).toMatchObject({
      state: 'Withdrawn',
      withdrawnOn: '2026-11-18',
      withdrawnReason: 'A copy was lost',
    });
    await expectRootEncrypted();
    await expectEndedKeysUnused();
  });

  test('the command refuses what would be wrong', { tags: ['long'] }, async () => {
    const { certificates, fingerprint } = await published();
    const former = certificates.at(-1)?.fingerprint ?? '';
    const refusal = async (...words: string[]) => (await keys(words)).err;
    expect(await refusal('withdraw', fingerprint, '--reason', 'lost')).toContain('Rotate first');
    expect(await refusal('withdraw', former, '--since', '2026-11-21', '--reason', 'lost')).toContain(
      'future',
    );
    expect(await refusal('withdraw', former)).toContain('--reason');
    expect(await refusal('withdraw', 'AB:CD', '--reason', 'lost')).toContain('No certificate');
    expect(await refusal('rotate')).toContain('no terminal');
    expect((await keys(['rotate', '--passphrase-stdin'], 'short\n')).err).toContain('12 to 1024');
    expect(await refusal('forget')).toContain('npm run registry:keys');
  });

  /** The root is encrypted, opens with its passphrase only, and no former key is kept. */
  async function expectRootEncrypted(): Promise<void> {
    const folder = join(registry().dataDir, 'registry');
    const rootPath = join(folder, 'signing-root.pem');
    expect(readFileSync(rootPath, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(statSync(rootPath).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600);
    const { fingerprint } = await published();
    const wrong = await keys(['rotate', '--passphrase-stdin'], 'another passphrase\n');
    expect([wrong.status, wrong.err.includes('does not open the root')]).toEqual([1, true]);
    expect((await published()).fingerprint).toBe(fingerprint);
    const { rows } = await registry().database.pool.query('select pem from seal_certificate');
    expect(JSON.stringify(rows)).not.toContain('PRIVATE');
    expect(existsSync(`${rootPath}.${process.pid}`)).toBe(false);
  }

  /** Nothing is sealed with a withdrawn or ended key, and a key that is given is not replaced here. */
  async function expectEndedKeysUnused(): Promise<void> {
    const { fingerprint } = await published();
    await registry().database.pool.query(
      "update seal_certificate set withdrawn_on = '2026-11-20', withdrawn_reason = 'planted' where fingerprint = $1",
      [fingerprint],
    );
    const refused = await create();
    expect([refused.status, refused.text.includes('withdrawn')]).toEqual([409, true]);
    await rotate(20);
    expect((await create()).status).toBe(200);

    const path = join(registry().dataDir, 'given.pem');
    writeFileSync(path, newCertificate('Ended', new Date('2024-11-01T00:00:00Z')));
    const given = { REGISTRY_SIGNING_KEY_FILE: path };
    const own = await keys(['rotate', '--passphrase-stdin'], `${passphrase}\n`, given);
    expect([own.status, own.err.includes('Replace')]).toEqual([1, true]);
    const server = await registry().another({ port: 0, signingKeyFile: path });
    try {
      const response = await fetch(
        `http://127.0.0.1:${server.port}/sandbox/agent/v1/reports/certified-list`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${await registry().tokenFor('demo-agent')}`,
          },
          body: JSON.stringify({ customerIssuerId: 1003, cutoff: '2026-11-20', actor }),
        },
      );
      expect([response.status, (await response.text()).includes('not valid today')]).toEqual([409, true]);
    } finally {
      await server.close(1000);
    }
  }

  test('a key is encrypted where a passphrase is configured', () => {
    const path = join(registry().dataDir, 'secret', 'signing-key.pem');
    const file = { path, isGiven: false, passphrase: 'of the signer, long' };
    const now = new Date('2026-11-20T15:00:00Z');
    const { fingerprint } = openSigningKey(file, 'A', now);
    expect(readFileSync(path, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(openSigningKey(file, 'A', now).fingerprint).toBe(fingerprint);
    expect(() => openSigningKey({ ...file, passphrase: 'a wrong one, long' }, 'A', now)).toThrow(
      SigningKeyError,
    );
    expect(() => openSigningKey({ ...file, passphrase: undefined }, 'A', now)).toThrow('without a password');
  });

  test('altered after signing: a changed byte, bytes behind, a cut end, a second signature, another signature', async () => {
    const file = await signedFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    const kindOf = async (parts: BlobPart[]) => (await readSignature(new Blob(parts), signal)).kind;
    expect(await kindOf([bytes])).toBe('intact');
    const changed = bytes.slice();
    changed[2000] = (changed[2000] ?? 0) ^ 1;
    expect(await kindOf([changed])).toBe('altered');
    expect(await kindOf([bytes, '\n% added\n'])).toBe('altered');
    expect(await kindOf([bytes.slice(0, -10)])).toBe('altered');
    expect(await kindOf([bytes, '\n/ByteRange[0 1 2 3]'])).toBe('altered');
    const text = Buffer.from(bytes).toString('latin1');
    const at = text.indexOf('<3082');
    const damaged = bytes.slice();
    // Inside the value of the signature, which stands last.
    const end = text.indexOf('0000000000000000', at);
    damaged[end - 20] = damaged[end - 20] === 0x61 ? 0x62 : 0x61;
    expect(['altered', 'unreadable']).toContain(await kindOf([damaged]));
    expect(await kindOf(['no pdf'])).toBe('none');
    expect(await kindOf(['%PDF-1.7\n%%EOF'])).toBe('none');
  });
}
