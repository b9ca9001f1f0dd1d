'use client';

import { useAgentOperations } from '#components/data/agent-operations';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { useApi } from '#lib/api/provider';
import { verifyDigest } from '#lib/api/verify';
import { routes } from '#lib/routes';
import { type Known, MadeHere } from './file-facts.tsx';
import { FileResults } from './file-result.tsx';
import { SignerNotice } from './signer-notice.tsx';
import { SigningCertificates } from './signing-certificates.tsx';

type Props = Known & { isPublic: boolean; administers: boolean };

/** Checks whether files were created here: their digests are computed in the browser, the files stay on the device. */
export function VerifyView({ isPublic, administers, ...known }: Props) {
  const { call } = useApi();
  const canSign = useAgentOperations().has('GetSealCertificate');
  const certificates = canSign
    ? async (signal?: AbortSignal) => (await call('GetSealCertificate', {}, { signal })).certificates
    : null;
  return (
    <>
      <PageHeader
        title="Verify a file"
        description="Choose a file to see whether it was created here, as of when, and whether the books have changed since. The file stays on your device: only its SHA-256 digest is sent."
      />
      {administers && <SignerNotice />}
      <FileResults
        lookUp={async (sha256, signal) => (await verifyDigest({ sha256 }, signal)).file}
        lookUpCells={async (cellsSha256, signal) => (await verifyDigest({ cellsSha256 }, signal)).file}
        certificates={certificates}
        unknown="no file with exactly these bytes was created here for an issuer that you may see."
      >
        {(made) => <MadeHere file={made} {...known} />}
      </FileResults>
      <Section title="What can be recognized">
        <ul className="max-w-prose list-disc pl-5 text-sm">
          <li>
            Files of reports created here, of the issuers you may see, also after the file itself was deleted.
          </li>
          <li>
            The files inside an archive: drop the archive, and each is checked. The archive itself, and files
            saved from a table or a page in the browser, are not recorded.
          </li>
          <li>
            One changed byte makes another file. A workbook of at most 8 MB that another program saved again
            is still recognized by the values of its cells.
          </li>
        </ul>
        {isPublic && (
          <p className="mt-2 max-w-prose text-sm">
            On the <Link href={routes.publicVerify()}>public page</Link>, a file is checked without an
            account.
          </p>
        )}
      </Section>
      {certificates && <SigningCertificates read={certificates} />}
    </>
  );
}
