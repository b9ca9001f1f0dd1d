'use client';

import { useRouter } from 'next/navigation';
import { useAgentOperations } from '#components/data/agent-operations';
import { Section } from '#components/ui/text';
import { routes } from '#lib/routes';
import { FileInput } from './file-input.tsx';

/** The beginning: a filled template is uploaded and checked. */
export function UploadSection() {
  const router = useRouter();
  if (!useAgentOperations().has('CreateRegisterFile')) return null;
  return (
    <Section title="Upload">
      <FileInput
        label="Upload a filled template"
        onDone={({ registerFileId }) => router.push(routes.bringIn({ file: Number(registerFileId) }))}
      />
    </Section>
  );
}
