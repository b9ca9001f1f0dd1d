'use client';

import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { usePolledFile } from '#components/data/queries/use-polled-file';
import { QueryResult } from '#components/data/query-result';
import { StepHistory } from '#components/register/step-history';
import { sizeText } from '#components/runs/run-labels';
import { WriteButton } from '#components/submission/write-button';
import { Badge } from '#components/ui/badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, buttonClass } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import type { DiscardProps } from './discard-dialog.tsx';
import {
  formText,
  issuersText,
  pageTitle,
  standingOf,
  stepText,
  variantText,
  workText,
} from './export-texts.ts';
import type { ExportFile } from './types.ts';

const DiscardDialog = lazyComponent<DiscardProps>(
  () => import('./discard-dialog.tsx').then((loaded) => loaded.DiscardDialog),
  null,
  'when drawn',
);

/** One export: how far it is, its file and digest, and what is in it. */
export function ExportDetail({ file, timeZone }: { file: number; timeZone: string }) {
  const { result, queryKey, refresh } = usePolledFile('GetRegisterExport', { registerExportId: file });
  return (
    <>
      <PageHeader
        kicker={<Link href={routes.exports()}>{pageTitle}</Link>}
        title={result.data ? issuersText(result.data.issuers) : 'Export'}
      />
      <QueryResult result={result} queryKey={queryKey} waiting="Loading the export…" lines={6}>
        {(data) => (
          <>
            <Progress file={data} />
            <Steps file={data} onChanged={refresh} />
            <Facts file={data} timeZone={timeZone} />
            <Contents contents={data.contents} form={data.form} />
            <StepHistory history={data.history} timeZone={timeZone} stepText={stepText} />
          </>
        )}
      </QueryResult>
    </>
  );
}

/** What is done at the moment, or how it ended. */
function Progress({ file }: { file: ExportFile }) {
  const { work, problem, state } = file;
  const total = Number(work?.partsTotal ?? 0);
  return (
    <>
      <p role="status" aria-live="polite" className={work ? 'mb-2 font-medium break-words' : 'sr-only'}>
        {work ? workText(work) : standingOf(file).text}
      </p>
      {work && total > 0 && (
        <progress
          aria-label="Files of the archive"
          className="mb-3 block h-2 w-full max-w-xl accent-accent"
          max={total}
          value={Number(work.partsDone)}
        />
      )}
      {!work && problem && (
        <p
          role="alert"
          className="mb-3 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3"
        >
          {problem}
        </p>
      )}
      {!work && state === 'Discarded' && (
        <p className="mb-3 max-w-prose">The export was discarded. Its file is deleted.</p>
      )}
    </>
  );
}

type StepsProps = { file: ExportFile; onChanged: () => void };

/** What the user may do now. */
function Steps({ file, onChanged }: StepsProps) {
  const operations = useAgentOperations();
  const { wire } = useApi();
  const [isDiscarding, setDiscarding] = useState(false);
  const { registerExportId, version, state, work, variant, isStopping } = file;
  const named = { registerExportId, version };
  return (
    <div className="mb-4 flex flex-wrap gap-2 print:hidden">
      {work && operations.has('StopRegisterExport') && (
        <WriteButton
          key={`stop ${version}`}
          operation="StopRegisterExport"
          body={named}
          label={isStopping ? 'Stopping…' : 'Stop export'}
          isWaiting={isStopping}
          onDone={onChanged}
        />
      )}
      {!work && state === 'Preparing' && operations.has('ContinueRegisterExport') && (
        <WriteButton
          key={`continue ${version}`}
          operation="ContinueRegisterExport"
          body={named}
          label="Continue export"
          onDone={onChanged}
        />
      )}
      {state === 'Complete' && operations.has('GetRegisterExportFile') && (
        <a
          className={buttonClass('primary')}
          href={addressOf(wire, 'GetRegisterExportFile', {
            registerExportId: Number(registerExportId),
            variant,
          })}
          download
        >
          Download
        </a>
      )}
      {!work && state !== 'Discarded' && operations.has('DiscardRegisterExport') && (
        <Button onClick={() => setDiscarding(true)}>Discard</Button>
      )}
      {isDiscarding && (
        <DiscardDialog
          file={file}
          onClose={(changed) => {
            setDiscarding(false);
            if (changed) onChanged();
          }}
        />
      )}
    </div>
  );
}

const protect = '. Protect the file as you protect the database.';

/** What a form has or lacks, after the word for its personal data. */
const variantNote: Record<ExportFile['variant'], Record<ExportFile['form'], string>> = {
  Full: { Archive: protect, OpenCapTable: protect, Workbook: protect },
  Masked: {
    Archive: ': last four digits of tax IDs, no access codes, no documents',
    OpenCapTable: ': no tax IDs',
    Workbook: ': last four digits of tax IDs, no access codes',
  },
  Plain: { Archive: ', and documents too', OpenCapTable: '', Workbook: '; tax IDs are masked' },
};

const rowsText: Record<ExportFile['form'], string> = {
  Archive: 'Rows of tables',
  OpenCapTable: 'Objects',
  Workbook: 'Rows of sheets',
};

const listedText: Record<ExportFile['form'], string> = {
  Archive: 'Not in the Open Cap Table packages',
  OpenCapTable: 'Not in the package',
  Workbook: 'Only in an archive',
};

function Facts({ file, timeZone }: { file: ExportFile; timeZone: string }) {
  const { text, tone } = standingOf(file);
  const isWhole = file.sha256 !== '';
  return (
    <Section title="Export">
      <DefinitionList
        items={[
          { term: 'State', detail: <Badge tone={tone}>{text}</Badge> },
          { term: 'Form', detail: formText[file.form] },
          {
            term: 'Personal data',
            detail: `${variantText[file.variant]}${variantNote[file.variant][file.form]}`,
          },
          { term: 'As of', detail: formatDate(file.asOf) },
          {
            term: 'File',
            detail: (
              <span className="break-all">
                {file.fileName}
                {isWhole && `, ${sizeText(Number(file.bytes))}`}
              </span>
            ),
          },
          { term: 'SHA-256', detail: <span className="break-all">{file.sha256 || '–'}</span> },
          { term: 'Created', detail: `${formatInstant(file.createdAt, timeZone)}, ${file.createdBy}` },
        ]}
      />
    </Section>
  );
}

/** What is in a file that is complete. */
function Contents({ contents, form }: Pick<ExportFile, 'contents' | 'form'>) {
  if (!contents) return null;
  const { files, rows, documents, digests, listed } = contents;
  return (
    <Section title="Contents">
      <DefinitionList
        items={[
          { term: 'Files', detail: formatShares(files) },
          { term: rowsText[form], detail: formatShares(rows) },
          ...(form === 'Archive' ? [{ term: 'Documents', detail: formatShares(documents) }] : []),
          ...digests.flatMap(({ customerIssuerId, name, dataDigest }) =>
            dataDigest === null
              ? []
              : [
                  {
                    term: `Data digest of ${name} (${customerIssuerId})`,
                    detail: <span className="break-all">{dataDigest}</span>,
                  },
                ],
          ),
        ]}
      />
      {form === 'Archive' && (
        <p className="mt-2 max-w-prose text-sm text-muted">
          Two exports of an unchanged register have the same data digest.
        </p>
      )}
      {listed.length > 0 && (
        // An archive of several issuers has a list for each.
        <details className="mt-4" open={digests.length < 2}>
          <summary className="cursor-pointer font-medium">
            {listedText[form]} ({formatShares(listed.length)})
          </summary>
          <ul className="mt-1 max-w-prose list-disc pl-5">
            {listed.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
