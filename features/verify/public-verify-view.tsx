'use client';

import { useClock } from '#components/ui/clock';
import { DefinitionList } from '#components/ui/definition-list';
import { PageHeader, Section } from '#components/ui/text';
import { ApiProvider } from '#lib/api/provider';
import { type PublicFile, readPublicKeys, verifyPublicly } from '#lib/api/public-verification';
import { daysText, type Known, titleOf } from './file-facts.tsx';
import { FileResults } from './file-result.tsx';
import { SigningCertificates } from './signing-certificates.tsx';

type Props = Pick<Known, 'titles'> & { isFictional: boolean };

const nothing = () => undefined;
const certificates = async (signal?: AbortSignal) => (await readPublicKeys(signal)).certificates;

/** Checks files for somebody without an account: their digests are computed in the browser, the files stay on the device. */
export function PublicVerifyView(props: Props) {
  return (
    // No operation of the registry is called from here, and nobody is signed in who could be signed out.
    <ApiProvider wire={{}} onSignedOut={nothing}>
      <Verify {...props} />
    </ApiProvider>
  );
}

function Verify({ titles, isFictional }: Props) {
  return (
    <>
      <PageHeader
        title="Verify a file"
        description="Choose a file that you received to see whether it was created here, for which issuer and as of when, and whether it was altered. The file stays on your device: only its SHA-256 digest is sent."
      />
      <FileResults
        lookUp={async (sha256, signal) => (await verifyPublicly(sha256, signal)).file}
        certificates={certificates}
        unknown="no file with exactly these bytes was created here. Ask whoever sent it to you for the file as they received it."
      >
        {(made) => <Facts file={made} titles={titles} />}
      </FileResults>
      <Section title="What this shows">
        <ul className="max-w-prose list-disc pl-5 text-sm">
          <li>
            A file with exactly the same bytes was created by this installation. One changed byte makes
            another file; a workbook that was opened and saved again is one.
          </li>
          <li>
            Whether the register has changed since, who created the file, and whether its figures are right is
            not shown. Ask the transfer agent.
          </li>
          <li>Each check is recorded with your network address. The number of checks is limited.</li>
        </ul>
        {isFictional && (
          <p className="mt-2 text-sm text-muted">
            Demo registry. Every issuer, person and figure is fictional.
          </p>
        )}
      </Section>
      <SigningCertificates read={certificates} />
    </>
  );
}

function Facts({ file, titles }: { file: PublicFile } & Pick<Known, 'titles'>) {
  const clock = useClock();
  const { issuer } = file;
  return (
    <DefinitionList
      className="mt-2 text-sm"
      items={[
        { term: 'Report', detail: titleOf(titles, file.endpoint) },
        {
          term: 'Issuer',
          detail:
            issuer === null ? 'All issuers' : issuer.name ? `${issuer.name} (${issuer.id})` : `${issuer.id}`,
        },
        daysText(file),
        { term: 'Created', detail: clock.instant(file.createdAt) },
      ]}
    />
  );
}
