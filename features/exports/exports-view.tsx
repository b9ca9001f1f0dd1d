'use client';

import { useAgentOperations } from '#components/data/agent-operations';
import type { IssuerChoice } from '#components/pickers/issuer-picker';
import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { ExportDetail } from './export-detail.tsx';
import { ExportList } from './export-list.tsx';
import { pageTitle } from './export-texts.ts';
import { NewExport } from './new-export.tsx';

type Props = { file: number | null; issuers: readonly IssuerChoice[]; timeZone: string };

/** The list with the way to begin, or one export. */
export function ExportsView({ file, issuers, timeZone }: Props) {
  const operations = useAgentOperations();
  if (!operations.has('GetRegisterExports'))
    return (
      <>
        <PageHeader title={pageTitle} />
        <EmptyState title="Not available with this registry">
          This registry does not create exports for the dashboard.
        </EmptyState>
      </>
    );
  if (file !== null) return <ExportDetail file={file} timeZone={timeZone} />;
  return (
    <>
      <PageHeader
        title={pageTitle}
        description="The whole register of an issuer as one file: for another agent, for your own records, or to bring in elsewhere. The registry creates it; you can leave this page and come back."
      />
      {operations.has('CreateRegisterExport') && <NewExport issuers={issuers} />}
      <ExportList timeZone={timeZone} />
    </>
  );
}
