'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Waiting } from '#components/data/waiting';
import { Badge } from '#components/ui/badge';
import { Button, IconButton, LinkButton } from '#components/ui/button';
import { formatInstant } from '#components/ui/instant';
import { ErrorPanel } from '#components/ui/states';
import { type Definition, DefinitionList, Kbd } from '#components/ui/text';
import { useApi } from '#lib/api/provider';
import { query } from '#lib/api/query';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { EffectList, ObstacleList } from './effect-list.tsx';
import { type FileRights, ItemFiles } from './item-files.tsx';
import {
  actionText,
  dueText,
  type ItemRow,
  isOpen,
  itemNumber,
  maySteps,
  type StepName,
  stageText,
  stageTone,
  steps,
  type Words,
} from './model.ts';

type Detail = ResponseFor<'GetItem'>;

type Props = {
  item: ItemRow;
  words: Words;
  today: string;
  /** Staff of the agent, who see files and effects. */
  agent: boolean;
  may: (step: StepName) => boolean;
  mayEdit: boolean;
  files: FileRights;
  onStep: (name: StepName) => void;
  onClose: () => void;
  /** Takes the focus, because it covers the list. */
  covers: boolean;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4">
    <h3 className="mb-1 border-b border-rule font-serif text-base">{title}</h3>
    {children}
  </section>
);

/** One item beside the list: what is asked for, what posting changes, what stands against it, what was done. */
export function ItemPanel(props: Props) {
  const { item, words, today, agent, may, mayEdit, files, onStep, onClose, covers } = props;
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
    ...query('CheckItem', { customerIssuerId, itemId, content: null }),
    queryKey: ['CheckItem', { customerIssuerId, itemId }, version],
    enabled: agent && isOpen(item.stage),
    staleTime: 10_000,
  });
  const due = dueText(item.dueDate, today);
  return (
    <section aria-label={`Item ${itemNumber(item)}`} className="text-sm">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="truncate text-xs text-muted">{item.issuerName}</p>
          <h2 ref={heading} tabIndex={-1} className="font-serif text-lg outline-none">
            {itemNumber(item)} · {(item.caseCode && words.caseCode[item.caseCode]) || words.kind[item.kind]}
          </h2>
        </div>
        <IconButton label="Close item" icon="close" onClick={onClose} />
      </div>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={stageTone[item.stage]}>{stageText[item.stage]}</Badge>
        {isOpen(item.stage) && item.dueDate && <Badge tone={due.tone}>{due.text}</Badge>}
        {!item.isRoutine && <Badge>Not routine</Badge>}
        <span className="text-muted">{item.assignedTo ?? 'Assigned to nobody'}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5 print:hidden">
        {maySteps(item.stage)
          .filter(may)
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
          Held: {item.holdReason}. Next action {formatDate(item.nextActionOn)}.
        </p>
      )}
      {check.error && <ErrorPanel error={check.error} onRetry={() => void check.refetch()} />}
      {agent && isOpen(item.stage) && (
        <>
          <Part title="Obstacles">
            {check.data ? (
              <ObstacleList obstacles={check.data.obstacles} />
            ) : (
              <Waiting text="Checking item…" lines={2} />
            )}
          </Part>
          <Part title="Effect of posting">
            {check.data?.effect ? (
              <EffectList effect={check.data.effect} />
            ) : (
              <p className="text-muted">{check.data ? 'It cannot be posted as it is.' : '–'}</p>
            )}
          </Part>
        </>
      )}
      {detail.error && <ErrorPanel error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.data ? (
        <Details detail={detail.data} words={words} agent={agent} files={files} />
      ) : (
        <Waiting text="Loading item…" lines={8} />
      )}
    </section>
  );
}

function contentFacts({ content, ...item }: Detail, words: Words, timeZone?: string): Definition[] {
  const { presentor, certificates, sourcePosition, lines, guarantees } = content;
  const facts: [string, ReactNode][] = [
    ['From', item.transferFrom],
    ['To', item.issuedTo],
    ['Shares', item.shares !== null && formatShares(item.shares)],
    ['Class', item.securityTypeName],
    [
      'Received',
      `${content.receivedAt.length > 10 ? formatInstant(content.receivedAt, timeZone) : formatDate(item.receivedDate)}, ${words.channel[content.channel] ?? content.channel}`,
    ],
    [
      'Presentor',
      presentor &&
        [presentor.name, presentor.participantNumber, presentor.reference].filter(Boolean).join(', '),
    ],
    [
      'Certificates presented',
      certificates.map((one) => one.prefixAndCertificateNumber ?? one.controlCertificateId).join(', '),
    ],
    [
      'Position',
      sourcePosition &&
        `Account ${sourcePosition.systemShareholderId}, ${formatShares(sourcePosition.shares)} shares`,
    ],
    [
      'To issue',
      lines
        .map(
          (one) =>
            `${one.shareholder?.name ?? `Account ${one.systemShareholderId ?? '–'}`}: ${one.shares ? formatShares(one.shares) : 'the rest'}`,
        )
        .join('; '),
    ],
    ['Effective', content.effectiveDate && formatDate(content.effectiveDate)],
    ['Price per share', content.pricePerShare && `$${content.pricePerShare}`],
    [
      'Guarantees',
      guarantees
        .map((one) =>
          [one.signer, one.program, one.prefix && `prefix ${one.prefix}`, one.guarantorName]
            .filter(Boolean)
            .join(', '),
        )
        .join('; '),
    ],
    ['Authority', content.authority?.text],
    ['Reason', content.reason],
    ['Comments', content.comments],
  ];
  return facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));
}

type DetailsProps = { detail: Detail; words: Words; agent: boolean; files: FileRights };

function Details({ detail, words, agent, files }: DetailsProps) {
  // Times are read on the registry's clock, as the due days and the cut-off are.
  const timeZone = useQuery(query('GetAgentSettings', {} as never)).data?.timeZone;
  return (
    <>
      <Part title="Instruction">
        <DefinitionList items={contentFacts(detail, words, timeZone)} />
      </Part>
      {agent && (
        <Part title="Documents">
          <ul>
            {detail.content.documents.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an item may have two documents of one kind
              <li key={index} className="border-b border-line py-0.5">
                {words.document[one.kind] ?? one.kind}: {words.documentState[one.state] ?? one.state}
                {one.date && `, ${formatDate(one.date)}`}
                {one.reference && `, ${one.reference}`}
              </li>
            ))}
          </ul>
          <ItemFiles detail={detail} may={files} />
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
                {one.voidBecause?.map((change) => (
                  <p key={change.field} className="text-muted">
                    {change.field}: “{change.before}” is now “{change.after}”.
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {detail.rejection && (
        <Part title="Rejection">
          <p>
            {detail.rejection.reasonCode} {detail.rejection.reason},{' '}
            {formatDate(detail.rejection.rejectedDate)}
          </p>
        </Part>
      )}
      <Part title="History">
        <ol>
          {detail.history.map((step) => (
            <li key={step.number} className="border-b border-line py-1">
              {actionText[step.action] ?? stageText[step.to]} · {step.by.firstName} {step.by.lastName}{' '}
              <span className="text-muted">{formatInstant(step.at, timeZone)}</span>
              {step.reason && <p className="text-muted">{step.reason}</p>}
              {step.changes
                .filter((one) => one.field === 'files')
                .map((one) => (
                  <p key={one.field} className="break-words text-muted">
                    {one.after || one.before}
                  </p>
                ))}
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}
