'use client';

import { useRouter } from 'next/navigation';
import { useAgentOperations } from '#components/data/agent-operations';
import { Section } from '#components/ui/text';
import { routes } from '#lib/routes';
import { FileInput } from './file-input.tsx';
import type { FileKind } from './types.ts';

/** The beginning: a filled template is uploaded and checked. */
export function UploadSection({ kind }: { kind: FileKind }) {
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
