'use client';

import { PageHeader } from '#components/ui/text';
import { wordsOf } from './model.ts';
import { PullSection } from './pull-section.tsx';
import { RegisterList } from './register-list.tsx';
import { RegisterView } from './register-view.tsx';
import { TemplateLinks } from './template-links.tsx';
import type { FileKind } from './types.ts';
import { UploadSection } from './upload-section.tsx';

type Props = { kind: FileKind; file: number | null; user: { email: string }; timeZone: string };

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
