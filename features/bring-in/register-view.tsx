'use client';

import { useState } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { usePolledFile } from '#components/data/queries/use-polled-file';
import { QueryResult } from '#components/data/query-result';
import { StepHistory } from '#components/register/step-history';
import { sizeText } from '#components/runs/run-labels';
import { WriteButton } from '#components/submission/write-button';
import { Badge } from '#components/ui/badge';
import { Button, buttonClass, LinkButton } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { type Asked, StepDialog } from './dialogs.tsx';
import { FileInput } from './file-input.tsx';
import { Findings } from './findings.tsx';
import { History } from './history.tsx';
import { KnownRegistrations, UnknownColumns, UnknownValues } from './mapping.tsx';
import {
  fileStateText,
  fileStateTones,
  hasUnknown,
  isOpen,
  mayBeApproved,
  needsAnother,
  onlyTotals,
  rowResults,
  stepText,
  wordsOf,
  workText,
} from './model.ts';
import { ControlTotals, Preview } from './preview.tsx';
import { ContinuePull } from './pull-section.tsx';
import { Results } from './results.tsx';
import { StepList } from './step-list.tsx';
import type { FileKind, RegisterFile } from './types.ts';

/** Who looks at the page. `mayInvite`: other users can be invited, where there is nobody else to approve. */
export type PageUser = { email: string; mayInvite: boolean };
type Props = { kind: FileKind; file: number; user: PageUser; timeZone: string };

/** One register on its way into the books: where it is, what was found, and the next step. */
export function RegisterView({ kind, file, user, timeZone }: Props) {
  const { page, one, One } = wordsOf(kind);
  const { result, queryKey, refresh } = usePolledFile('GetRegisterFile', { registerFileId: file });
  return (
    <>
      <PageHeader
        kicker={<Link href={(kind === 'Bulk' ? routes.bulk : routes.bringIn)()}>{page}</Link>}
        title={result.data?.issuerName ?? result.data?.name ?? One}
      />
      <QueryResult result={result} queryKey={queryKey} waiting={`Loading the ${one}…`} lines={6}>
        {(data) => (
          <>
            {data.isUploaded && <StepList file={data} />}
            <NextStep file={data} user={user} onChanged={refresh} />
            {data.state !== 'Discarded' && <UnknownColumns file={data} onChanged={refresh} />}
            {data.state !== 'Discarded' && <UnknownValues file={data} onChanged={refresh} />}
            {data.state !== 'Discarded' && <KnownRegistrations file={data} onChanged={refresh} />}
            {kind === 'Bulk' && <Results file={data} />}
            {data.counts && data.state !== 'Discarded' && <Findings file={data} />}
            {data.state !== 'Discarded' && <ControlTotals file={data} onChanged={refresh} />}
            {data.state !== 'Discarded' && <Preview file={data} />}
            {data.state !== 'Discarded' && <History file={data} />}
            <Facts file={data} timeZone={timeZone} />
            <StepHistory history={data.history} timeZone={timeZone} stepText={stepText} />
          </>
        )}
      </QueryResult>
    </>
  );
}

type StepProps = { file: RegisterFile; user: PageUser; onChanged: () => void };

/** What is done, what went wrong, and what the user may do now. */
function NextStep({ file, user, onChanged }: StepProps) {
  const { email } = user;
  const operations = useAgentOperations();
  const { wire } = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { kind, registerFileId, version, state, work, problem, isStopping } = file;
  const { one } = wordsOf(kind);
  const isOwn = file.uploadedBy.toLowerCase() === email.toLowerCase();
  const button = (step: Asked, label: string, variant: 'primary' | 'secondary' = 'primary') => (
    <Button variant={variant} onClick={() => setAsked(step)}>
      {label}
    </Button>
  );
  const named = { registerFileId, version };
  /** Asks a posting or a pull to end; it can be continued. */
  const stop = (what: 'posting' | 'pull') => (
    <div className="mb-3 flex flex-wrap gap-2">
      <WriteButton
        operation={what === 'pull' ? 'StopRegisterPull' : 'StopRegisterPosting'}
        body={named}
        label={isStopping ? 'Stopping…' : `Stop ${what}`}
        isWaiting={isStopping}
        onDone={onChanged}
      />
    </div>
  );
  const isIdle = work === null;
  return (
    <div className="mb-4 print:hidden">
      <p role="status" aria-live="polite" className={work ? 'mb-3 font-medium' : 'sr-only'}>
        {work ? workText(work) : fileStateText[state]}
      </p>
      {isIdle && problem && (
        <p
          role="alert"
          className="mb-3 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3"
        >
          {problem}
        </p>
      )}
      {isIdle && state === 'Uploading' && isOwn && operations.has('UploadRegisterPart') && (
        <div className="mb-3">
          <FileInput kind={kind} label="Continue the upload" begun={file} onDone={onChanged} />
        </div>
      )}
      {work?.kind === 'post' && kind === 'Bulk' && operations.has('StopRegisterPosting') && stop('posting')}
      {work?.kind === 'pull' && operations.has('StopRegisterPull') && stop('pull')}
      {isIdle && state === 'Pulling' && isOwn && operations.has('ContinueRegisterPull') && (
        <ContinuePull file={file} onChanged={onChanged} />
      )}
      {isIdle && <Hint file={file} user={user} />}
      {isIdle && (
        <div className="flex flex-wrap gap-2">
          {mayBeApproved(file) &&
            !needsAnother(file, email) &&
            operations.has('ApproveRegisterFile') &&
            button('approve', `Approve ${one}`)}
          {state === 'Approved' && operations.has('PostRegisterFile') && button('post', `Post ${one}`)}
          {(state === 'Uploaded' || state === 'Checked' || state === 'Approved') &&
            !hasResults(file) &&
            operations.has('CheckRegisterFile') && (
              <WriteButton
                key={version}
                operation="CheckRegisterFile"
                body={named}
                label={state === 'Uploaded' ? `Check ${one}` : 'Check again'}
                variant={state === 'Uploaded' ? 'primary' : 'secondary'}
                onDone={onChanged}
              />
            )}
          {isOpen(file) && operations.has('DiscardRegisterFile') && button('discard', 'Discard', 'secondary')}
          {state === 'Posted' && file.customerIssuerId !== null && (
            <LinkButton variant="primary" href={routes.capTable(Number(file.customerIssuerId))}>
              Open cap table
            </LinkButton>
          )}
          {state === 'Posted' && kind === 'Register' && operations.has('GetRegisterAcceptanceLetter') && (
            <a
              className={buttonClass('secondary')}
              href={addressOf(wire, 'GetRegisterAcceptanceLetter', {
                registerFileId: Number(registerFileId),
              })}
              download
            >
              Download acceptance letter
            </a>
          )}
          {state === 'Posted' &&
            kind === 'Register' &&
            operations.has('UndoRegisterFile') &&
            button('undo', 'Take back', 'secondary')}
        </div>
      )}
      {asked && (
        <StepDialog
          asked={asked}
          file={file}
          onClose={(changed) => {
            setAsked(null);
            if (changed) onChanged();
          }}
        />
      )}
    </div>
  );
}

/** Why the next step is not the user's, or what has to be done outside of this page. */
function Hint({ file, user: { email, mayInvite } }: Pick<StepProps, 'file' | 'user'>) {
  const text = hintOf(file, email);
  const waits = mayBeApproved(file) && needsAnother(file, email);
  return text === null ? null : (
    <p className="mb-3 max-w-prose">
      {text}
      {waits && mayInvite && (
        <>
          {' '}
          If there is no other user yet, <Link href={routes.newUser()}>invite one</Link>.
        </>
      )}
    </p>
  );
}

function hintOf(file: RegisterFile, email: string): string | null {
  const { kind, state, uploadedBy } = file;
  const { one } = wordsOf(kind);
  if (state === 'Pulling')
    return uploadedBy.toLowerCase() === email.toLowerCase()
      ? 'What was read today is kept, and is used when the pull continues.'
      : 'The register is not yet pulled. Only who began it can continue it.';
  if (state === 'Uploading')
    return uploadedBy.toLowerCase() === email.toLowerCase()
      ? 'The upload was interrupted. Choose the same file again: it goes on where it ended.'
      : 'The upload is not complete. Only who began it can continue it.';
  if (state === 'Checked' && !mayBeApproved(file)) return correctionHint(file);
  if (state === 'Checked' && needsAnother(file, email))
    return `You uploaded this ${one}. Another user has to approve it.`;
  if (state === 'Discarded') return `The ${one} was discarded. Its file is deleted.`;
  if (state === 'Undone') return 'The register was taken back. Nothing of it is in the books.';
  return null;
}

/** What has to be corrected before a checked file can be approved, and where. */
function correctionHint(file: RegisterFile): string {
  if (file.pull)
    return 'The check found errors. A register that was pulled is corrected in the other registry; discard this one and pull again.';
  if (onlyTotals(file))
    return 'Control totals are missing or differ. Type those that you know, under Control totals, or correct the file and upload it again.';
  if (hasUnknown(file))
    return 'The check found errors. Some may come from the unknown columns and values below: map these first.';
  return 'The check found errors. Correct them in the file and upload it again; discard this one.';
}

const hasResults = ({ results }: Pick<RegisterFile, 'results'>): boolean =>
  results !== null && rowResults.some((one) => one !== 'Waiting' && Number(results[one]) > 0);

const keptText = ({ isUploaded, bytes }: RegisterFile) =>
  isUploaded ? sizeText(Number(bytes)) : 'not kept by the registry';

function Facts({ file, timeZone }: { file: RegisterFile; timeZone: string }) {
  const { kind, state, source, asOf, customerIssuerId, approvedBy, acceptedReason, title } = file;
  return (
    <Section title={wordsOf(kind).One}>
      <DefinitionList
        items={[
          { term: 'State', detail: <Badge tone={fileStateTones[state]}>{fileStateText[state]}</Badge> },
          ...(kind === 'Bulk'
            ? []
            : [
                {
                  term: 'Issuer',
                  detail: customerIssuerId === null ? '–' : `${file.issuerName ?? '–'}, ${customerIssuerId}`,
                },
                { term: 'As of', detail: asOf === null ? '–' : formatDate(asOf) },
                { term: 'Source', detail: source ?? '–' },
              ]),
          ...(file.pull
            ? [
                {
                  term: 'Other registry',
                  detail: (
                    <span className="break-all">
                      {file.pull.base}, issuer {`${file.pull.remoteIssuerId}`}, client {file.pull.clientId}
                    </span>
                  ),
                },
              ]
            : []),
          {
            term: 'File',
            detail: state === 'Pulling' ? '–' : `${file.name}, ${keptText(file)}`,
          },
          { term: 'SHA-256', detail: <span className="break-all">{file.sha256 || '–'}</span> },
          {
            term: file.pull ? 'Begun' : file.isUploaded ? 'Uploaded' : 'Posted',
            detail: `${formatInstant(file.uploadedAt, timeZone)}, ${file.uploadedBy}`,
          },
          ...(approvedBy === null ? [] : [{ term: 'Approved by', detail: approvedBy }]),
          ...(acceptedReason === '' ? [] : [{ term: 'Warnings accepted', detail: acceptedReason }]),
          ...(title === null ? [] : [{ term: 'In the books', detail: title }]),
        ]}
      />
    </Section>
  );
}
