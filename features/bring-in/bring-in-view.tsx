'use client';

import { PageHeader } from '#components/ui/text';
import { RegisterList } from './register-list.tsx';
import { RegisterView } from './register-view.tsx';
import { TemplateLinks } from './template-links.tsx';
import { UploadSection } from './upload-section.tsx';

type Props = { file: number | null; user: { email: string }; timeZone: string };

/** The list with the way to begin, or one register. */
export function BringInView({ file, user, timeZone }: Props) {
  if (file !== null) return <RegisterView file={file} user={user} timeZone={timeZone} />;
  return (
    <>
      <PageHeader
        title="Bring in a register"
        description="The register of one issuer, from another agent or from a spreadsheet. Fill the template and upload it: everything is checked first, another user approves, and the whole register is posted, or nothing."
      />
      <TemplateLinks />
      <UploadSection />
      <RegisterList timeZone={timeZone} />
    </>
  );
}
