'use client';

import { useRouter } from 'next/navigation';
import { useAgentOperations } from '#components/data/agent-operations';
import { PageHeader, Section } from '#components/ui/text';
import { routes } from '#lib/routes';
import { FileInput } from './file-input.tsx';
import { wordsOf } from './model.ts';
import { PullSection } from './pull-section.tsx';
import { RegisterList } from './register-list.tsx';
import { type PageUser, RegisterView } from './register-view.tsx';
import { TemplateLinks } from './template-links.tsx';
import type { FileKind } from './types.ts';

type Props = { kind: FileKind; file: number | null; user: PageUser; timeZone: string };

/** The list with the way to begin, or one register or bulk sheet. */
export function BringInView({ kind, file, user, timeZone }: Props) {
  if (file !== null) return <RegisterView kind={kind} file={file} user={user} timeZone={timeZone} />;
  const { page, description } = wordsOf(kind);
  return (
    <>
      <PageHeader title={page} description={description} />
      <TemplateLinks kind={kind} />
      <UploadSection kind={kind} />
      {kind === 'Register' && <PullSection />}
      <RegisterList kind={kind} timeZone={timeZone} />
    </>
  );
}

/** The beginning: a filled template is uploaded and checked. */
function UploadSection({ kind }: { kind: FileKind }) {
  const router = useRouter();
  if (!useAgentOperations().has('CreateRegisterFile')) return null;
  return (
    <Section title="Upload">
      <FileInput
        kind={kind}
        label="Upload a filled template"
        onDone={({ registerFileId }) =>
          router.push((kind === 'Bulk' ? routes.bulk : routes.bringIn)({ file: Number(registerFileId) }))
        }
      />
    </Section>
  );
}
