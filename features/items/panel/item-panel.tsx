'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { Badge } from '#components/ui/badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, IconButton, LinkButton } from '#components/ui/button';
import { formatInstant } from '#components/ui/instant';
import { Kbd } from '#components/ui/kbd';
import { ErrorPanel } from '#components/ui/states';
import { useApi } from '#lib/api/provider';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { dueText } from '../due-texts.ts';
import { type ItemRow, itemNumber } from '../item-row.ts';
import { isOpen, itemStageText, itemStageTones } from '../item-stages.ts';
import { actionText, type Words } from '../item-texts.ts';
import { unassigned } from '../stage-counts.ts';
import { maySteps, type StepName, steps } from '../step/steps.ts';
import { checkQuery } from './check-query.ts';
import { ContentFacts, type Detail, DocumentList } from './content-facts.tsx';
import { DocumentView } from './document-view.tsx';
import { type Check, EffectList, ObstacleList } from './effect-list.tsx';
import { effectText } from './effect-text.ts';
import { changeLines } from './history-text.ts';
import { type FileRights, ItemFiles } from './item-files.tsx';
import { Notice } from './notice.tsx';

/** Only for items that an officer of the issuer asked for. */
const RequestPart = lazyComponent(
  () => import('./request-part.tsx').then((part) => part.RequestPart),
  <LoadingPlaceholder text="Loading request…" lines={4} />,
  'when drawn',
);

type Props = {
  item: ItemRow;
  words: Words;
  today: string;
  /** Staff of the agent, who see files and effects. */
  agent: boolean;
  may: (step: StepName) => boolean;
  mayEdit: boolean;
  /** May write to the officers of the issuer. */
  mayWrite: boolean;
  files: FileRights;
  /** Grows with the changes of the list. */
  sequence: number;
  /** Names of other users who have it open. */
  viewers: readonly string[];
  /** A document is shown beside the item. */
  isViewing: boolean;
  onView: (on: boolean) => void;
  onStep: (name: StepName) => void;
  onClose: () => void;
  /** Takes the focus, because it covers the list. */
  covers: boolean;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4">
    <h3 className="mb-1 border-b border-rule font-title text-base">{title}</h3>
    {children}
  </section>
);

/** One item beside the list: what is asked for, what posting changes, what stands against it, what was done. */
export function ItemPanel(props: Props) {
  const {
    item,
    words,
    today,
    agent,
    may,
    mayEdit,
    mayWrite,
    files,
    sequence,
    viewers,
    isViewing,
    onView,
    onStep,
    onClose,
    covers,
  } = props;
  const { customerIssuerId, itemId, version } = item;
  const { call } = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (covers) heading.current?.focus();
  }, [covers]);
  // The version is in the key: a change by another user loads it again, and the earlier one stays meanwhile.
  const detail = useQuery({
    queryKey: ['GetItem', { customerIssuerId, itemId }, version],
    queryFn: ({ signal }) => call('GetItem', { customerIssuerId, itemId }, { signal }),
    placeholderData: (before) => (before?.itemId === itemId ? before : undefined),
  });
  const check = useQuery({
    ...checkQuery(item),
    enabled: agent && isOpen(item.stage),
    staleTime: 10_000,
  });
  const { refetch } = check;
  const checks = agent && isOpen(item.stage);
  // Another item was changed since: the check may say something else now.
  const checkedAt = useRef(sequence);
  useEffect(() => {
    if (checkedAt.current === sequence || !checks) return;
    checkedAt.current = sequence;
    void refetch({ cancelRefetch: false });
  }, [sequence, checks, refetch]);
  const [first, setFirst] = useState<number | null>(null);
  const view = (documentId: number) => {
    setFirst(documentId);
    onView(true);
  };
  const due = dueText(item, today);
  const isHeld = item.stage === 'Held' && item.nextActionOn !== null;
  return (
    <div
      className={
        isViewing
          ? 'grid grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)] gap-4 max-[1200px]:grid-cols-1'
          : undefined
      }
    >
      <section aria-label={`Item ${itemNumber(item)}`} className="min-w-0 text-sm">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="truncate text-xs text-muted">{item.issuerName}</p>
            <h2 ref={heading} tabIndex={-1} className="font-title text-lg outline-none">
              {itemNumber(item)} · {(item.caseCode && words.caseCode[item.caseCode]) || words.kind[item.kind]}
            </h2>
          </div>
          <IconButton label="Close item" icon="close" onClick={onClose} />
        </div>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={itemStageTones[item.stage]}>{itemStageText[item.stage]}</Badge>
          {isOpen(item.stage) && due.text !== '–' && <Badge tone={due.tone}>{due.text}</Badge>}
          {!item.isRoutine && <Badge>Not routine</Badge>}
          <span className="text-muted">{item.assignedTo ?? unassigned}</span>
        </p>
        <p role="status" className="text-warning">
          {viewers.length > 0 &&
            `${viewers.join(', ')} also ${viewers.length === 1 ? 'has' : 'have'} this item open.`}
        </p>
        <div className="mt-2 flex flex-wrap gap-1.5 print:hidden">
          {maySteps(item.stage)
            .filter((name) => may(name) && (name !== 'release' || item.assignedTo !== null))
            .map((name) => (
              <Button
                key={name}
                size="sm"
                variant={name === 'approve' || name === 'post' || name === 'submit' ? 'primary' : 'secondary'}
                aria-keyshortcuts={steps[name].key}
                onClick={() => onStep(name)}
              >
                {steps[name].label} <Kbd>{steps[name].key.toUpperCase()}</Kbd>
              </Button>
            ))}
          {mayEdit && isOpen(item.stage) && (
            <LinkButton size="sm" href={routes.editItem(customerIssuerId, itemId)} aria-keyshortcuts="e">
              Edit <Kbd>E</Kbd>
            </LinkButton>
          )}
        </div>
        {item.holdReason && (
          <p className="mt-2 border-l-4 border-warning bg-warning-soft px-2 py-1">
            Held: {item.holdReason.replace(/\.$/, '')}.{' '}
            {isHeld && `Next action ${formatDate(item.nextActionOn)}.`}
          </p>
        )}
        {check.error && <ErrorPanel error={check.error} onRetry={() => void check.refetch()} />}
        {agent && isOpen(item.stage) && (
          <>
            <Part title="Obstacles">
              {check.data ? (
                <>
                  <ObstacleList obstacles={check.data.obstacles} reasons={words.reason} />
                  {!check.data.isRoutine && check.data.routineReason && (
                    <p className="mt-1 text-muted">Not routine: {check.data.routineReason}</p>
                  )}
                </>
              ) : (
                <LoadingPlaceholder text="Checking item…" lines={2} />
              )}
            </Part>
            <Part title="Effect of posting">
              {check.data?.effect ? (
                <>
                  {detail.data && <p>{effectText(detail.data)}</p>}
                  <EffectList effect={check.data.effect} itemId={itemId} />
                </>
              ) : (
                <p className="text-muted">{check.data ? 'It cannot be posted as it is.' : '–'}</p>
              )}
            </Part>
          </>
        )}
        {detail.error && <ErrorPanel error={detail.error} onRetry={() => void detail.refetch()} />}
        {detail.data ? (
          <Details
            detail={detail.data}
            check={check.data}
            {...{ item, words, agent, files, today, mayWrite }}
            onView={view}
          />
        ) : (
          <LoadingPlaceholder text="Loading item…" lines={8} />
        )}
      </section>
      {isViewing && detail.data && (
        <div className="sticky top-0 h-[calc(100dvh-3.5rem)] min-w-0 max-[1200px]:static">
          <DocumentView key={first ?? 0} detail={detail.data} first={first} onClose={() => onView(false)} />
        </div>
      )}
    </div>
  );
}

type DetailsProps = {
  item: ItemRow;
  detail: Detail;
  check: Check | undefined;
  words: Words;
  agent: boolean;
  files: FileRights;
  today: string;
  mayWrite: boolean;
  onView: (documentId: number) => void;
};

function Details(props: DetailsProps) {
  const { item, detail, check, words, agent, files, today, mayWrite, onView } = props;
  // Times are read on the registry's clock, as the due days and the cut-off are.
  const timeZone = useQuery(query('GetAgentSettings', {} as never)).data?.timeZone;
  const { rejection } = detail;
  return (
    <>
      {rejection && (
        <Part title="Rejection">
          <Notice
            {...{ item, words }}
            content={detail.content}
            notice={{
              reasonCode: rejection.reasonCode,
              reason: rejection.reason,
              noticeTo: rejection.noticeTo || item.presentorName || '',
              date: rejection.noticeDate ?? rejection.rejectedDate,
              returnedHow: rejection.returnedHow,
            }}
          />
        </Part>
      )}
      {detail.requestedBy && <RequestPart {...{ detail, today, timeZone, mayWrite }} />}
      <Part title="Instruction">
        <ContentFacts {...{ detail, check, words, timeZone }} />
      </Part>
      {(agent || files.read) && (
        <Part title="Documents">
          <DocumentList content={detail.content} check={check} words={words} />
          <ItemFiles detail={detail} may={files} onView={onView} />
          {detail.content.documents.length + detail.files.length === 0 && (
            <p className="text-muted">No documents.</p>
          )}
        </Part>
      )}
      {detail.approvals.length > 0 && (
        <Part title="Approvals">
          <ul>
            {detail.approvals.map((one) => (
              <li key={one.at} className="border-b border-line py-1">
                {one.by.firstName} {one.by.lastName}, {formatInstant(one.at, timeZone)}
                {one.voidBecause && <span className="text-danger"> · void</span>}
                {one.voidBecause && <Changes of={changeLines(one.voidBecause, words)} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="History">
        <ol>
          {detail.history.map((step) => (
            <li key={step.number} className="border-b border-line py-1">
              {actionText[step.action] ?? itemStageText[step.to]} · {step.by.firstName} {step.by.lastName}{' '}
              <span className="text-muted">{formatInstant(step.at, timeZone)}</span>
              {step.reason && <p className="break-words text-muted">{step.reason}</p>}
              <Changes of={changeLines(step.changes, words)} />
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}

/** What changed, from what to what. */
function Changes({ of }: { of: ReturnType<typeof changeLines> }) {
  if (of.length === 0) return null;
  return (
    <ul className="text-muted">
      {of.map((one) => (
        <li key={one.label} className="break-words">
          {one.label}: {one.before} → {one.after}
        </li>
      ))}
    </ul>
  );
}
