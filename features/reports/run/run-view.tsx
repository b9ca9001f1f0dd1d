'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { PrintedAs } from '#components/register/printed-as';
import { daysOf, ownerOf } from '#components/runs/about-run';
import { type Again, rerunUrl } from '#components/runs/rerun-url';
import { elapsedText, failureText, sizeText } from '#components/runs/run-labels';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, buttonClass, LinkButton } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { cn } from '#components/ui/cn';
import { DefinitionList } from '#components/ui/definition-list';
import { Icon } from '#components/ui/icons';
import { DateInput } from '#components/ui/input/date-input';
import { Field } from '#components/ui/input/field';
import { Link } from '#components/ui/link';
import { ErrorPanel } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { RepeatReport } from '#features/schedules/index';
import { SentLinks } from '#features/sending/index';
import type { RunLinks } from '#lib/api/file-links';
import { isActive, type Run, runQuery } from '#lib/api/runs';
import { formatShares } from '#lib/format/shares';
import type { ScheduleEvery } from '#lib/register/schedule-days';
import { routes } from '#lib/routes';
import { previewKindOf } from './preview-kind.ts';
import { Progress } from './progress.tsx';

const FilePreview = lazyComponent(
  () => import('./file-preview.tsx').then((part) => part.FilePreview),
  <LoadingPlaceholder text="Loading preview…" lines={8} />,
  'when drawn',
);

type Props = {
  initial: Run;
  title: string;
  issuerName: string | null;
  again: Again | null;
  /** False when an administrator views another user's run. */
  own: boolean;
  /** The links by which its file was sent. */
  links: RunLinks;
  administers: boolean;
  /** For which days it may be created again. */
  repeats: readonly ScheduleEvery[];
  today: string;
};

/** A report in progress, then its file. Leaving the page does not stop the run. */
export function ReportRunView(props: Props) {
  const { initial, title, issuerName, again, own, links, administers, repeats, today } = props;
  const clock = useClock();
  const {
    data: run,
    error,
    refetch,
    dataUpdatedAt,
  } = useQuery({ ...runQuery(initial.id), initialData: initial });
  const days = daysOf(run);
  const owner = ownerOf(run, () => issuerName);
  return (
    <>
      <PrintedAs issuer={owner} asOf={[title, days].filter(Boolean).join(', ')} today={today} />
      <PageHeader
        kicker={owner}
        title={title}
        description={`${days ? `${days[0]?.toUpperCase()}${days.slice(1)}. ` : ''}Requested ${clock.instant(run.createdAt)}.`}
      />
      {error && (
        <ErrorPanel
          error={error}
          title="The report status could not be loaded"
          onRetry={() => refetch()}
          stillShowing={clock.time(dataUpdatedAt)}
        />
      )}
      {isActive(run) && <Progress run={run} />}
      {run.state === 'ready' && <Ready run={run} own={own} />}
      {(run.state === 'failed' || run.state === 'interrupted') && (
        <ErrorPanel
          title={run.state === 'failed' ? 'The report could not be created' : 'The report was interrupted'}
          error={{ code: run.error ?? run.state, message: failureText(run) }}
        />
      )}
      {run.state === 'expired' && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3">
          The file has expired. The request and digest are kept. Run the report again to create a new file.
          Its page shows whether the digest is the same.
          {run.sha256 && (
            <code className="mt-1 block font-mono text-xs break-all select-all">{run.sha256}</code>
          )}
        </p>
      )}
      {!isActive(run) && (
        // A run that became ready on this page: whether it can be sent is asked then.
        <SentLinks
          key={run.state}
          run={run.id}
          initial={run.state === initial.state ? links : null}
          administers={administers}
        />
      )}
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        {again && own && !isActive(run) && (
          <>
            <LinkButton icon="history" href={rerunUrl(again, run, 'same')}>
              Run again
            </LinkButton>
            {again.spec.asOfField && run.asOf && run.asOf !== today && (
              <LinkButton href={rerunUrl(again, run, 'today')}>Run again as of today</LinkButton>
            )}
          </>
        )}
        <LinkButton href={routes.downloads()}>View all downloads</LinkButton>
      </div>
      {again?.spec.asOfField && own && !isActive(run) && run.asOf && (
        <AnotherDay again={again} run={run} today={today} />
      )}
      {own && run.state === 'ready' && <RepeatReport run={run.id} choices={repeats} />}
    </>
  );
}

function Ready({ run, own }: { run: Run; own: boolean }) {
  const [isShown, setShown] = useState(false);
  const kind = own ? previewKindOf(run.fileName, run.bytes) : null;
  const facts: { term: string; detail: ReactNode }[] = [
    { term: 'Size', detail: `${sizeText(run.bytes)} (${formatShares(run.bytes)} bytes)` },
    { term: 'SHA-256', detail: <code className="font-mono text-xs break-all select-all">{run.sha256}</code> },
    { term: 'Created in', detail: elapsedText(run.elapsedMs) },
  ];
  return (
    <>
      <p role="status" className="mb-3 flex items-center gap-2 text-lg text-positive">
        <Icon name="check" /> Ready. File verified.
      </p>
      {own && run.downloadUrl && (
        <div className="mb-4 flex flex-wrap items-start gap-2">
          <a
            href={`/api/runs/${run.id}/file`}
            download
            className={cn(buttonClass('primary', 'lg'), 'max-w-full py-2 break-all whitespace-normal!')}
          >
            <Icon name="download" /> Download {run.fileName}
          </a>
          {kind && (
            <Button
              size="lg"
              icon="file"
              aria-expanded={isShown}
              aria-controls={isShown ? 'file-preview' : undefined}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? 'Hide preview' : 'Show preview'}
            </Button>
          )}
        </div>
      )}
      <DefinitionList items={facts} className="max-w-3xl" />
      <Compared run={run} />
      {kind && isShown && <FilePreview run={run} kind={kind} />}
    </>
  );
}

/** Opens the form of the same report for another day, with the other inputs unchanged. */
function AnotherDay({ again, run, today }: { again: Again; run: Run; today: string }) {
  const [day, setDay] = useState(run.asOf ?? today);
  const [invalid, setInvalid] = useState(false);
  return (
    <div className="mt-4 flex flex-wrap items-end gap-2 print:hidden">
      <Field label="Run again as of" className="w-56">
        <DateInput
          inForm
          value={day}
          max={today}
          onChange={(date) => setDay(date || today)}
          onInvalid={setInvalid}
        />
      </Field>
      {!invalid && <LinkButton href={rerunUrl(again, run, day)}>Open report form</LinkButton>}
    </div>
  );
}

/**
 * Whether the bytes equal those of the previous file of the same request. A report prints its creation time, so
 * different bytes do not prove different figures; equal bytes prove that nothing changed.
 */
function Compared({ run }: { run: Run }) {
  const clock = useClock();
  if (!run.earlier || !run.sha256) return null;
  const when = (
    <Link href={routes.run(run.earlier.id, run.issuer)}>
      the file created {clock.instant(run.earlier.createdAt)}
    </Link>
  );
  if (run.earlier.sha256 === run.sha256)
    return <p className="mt-3">Same digest as {when} with the same inputs. The files are identical.</p>;
  return (
    <p className="mt-3">
      Different digest than {when} with the same inputs. Each report contains its creation time, so the
      figures may be unchanged.
    </p>
  );
}
