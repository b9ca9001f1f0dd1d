// Shows the instruction of an item as terms and values.

'use client';

import type { ReactNode } from 'react';
import { type Definition, DefinitionList } from '#components/ui/definition-list';
import { formatInstant } from '#components/ui/instant';
import { prefixLimits } from '#lib/contract/agent/guarantee-limits';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { instructionLines } from '#lib/register/instruction-text';
import { routes } from '#lib/routes';
import { obstacleTitle, type Words } from '../item-texts.ts';
import type { Check } from './effect-list.tsx';

export type Detail = ResponseFor<'GetItem'>;
type Content = Detail['content'];
type Line = Content['lines'][number];

const joined = (parts: readonly (string | number | bigint | null | undefined | false)[]) =>
  parts.filter(Boolean).join(', ');
const dated = (label: string, day: string | null | undefined) => day && `${label} ${formatDate(day)}`;
const yesNo = (value: boolean | null | undefined) => (value === true ? 'Yes' : value === false ? 'No' : null);

/** One line each; null when there is none. */
function Lines({ of }: { of: readonly ReactNode[] }) {
  if (of.length === 1) return of[0];
  return (
    <ul>
      {of.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}
const lines = (of: readonly ReactNode[]) => (of.length > 0 ? <Lines of={of} /> : null);

type Names = ReadonlyMap<number, string>;

/** Names of accounts: those that the check has read, and those of the item where it names one account only. */
function namesOf({ content, transferFrom, issuedTo }: Detail, check: Check | undefined): Names {
  const [line, ...others] = content.lines;
  const ids: [number | null | undefined, string][] = [
    [content.systemShareholderId ?? content.sourcePosition?.systemShareholderId, transferFrom],
    [others.length === 0 ? line?.systemShareholderId : null, issuedTo],
    ...(check?.effect?.accounts ?? []).map((one): [number | null, string] => [
      one.systemShareholderId,
      one.name,
    ]),
  ];
  return new Map(ids.flatMap(([id, name]) => (id && name ? [[id, name]] : [])));
}

const accountText = (id: number | null | undefined, names: Names) =>
  id ? joined([names.get(id), `account ${id}`]).replace(/^a/, names.has(id) ? 'a' : 'A') : 'Account –';

function lineText(one: Line, names: Names): ReactNode {
  const holder = one.shareholder?.name
    ? `${one.shareholder.name} (new)`
    : accountText(one.systemShareholderId, names);
  const lots = one.TaxLots ?? [];
  return (
    <>
      {holder}: {one.shares ? formatShares(one.shares) : 'the rest'}
      <span className="block text-muted">
        {joined([
          one.certificateType === 'Certificate' ? 'certificated' : one.certificateType && 'book entry',
          one.restrictionCode && one.restrictionCode !== 'N' && `restricted ${one.restrictionCode}`,
          one.legend,
          dated('acquired', one.acquiredOn),
          one.delivery,
          ...lots.map((lot) =>
            joined([
              `lot ${formatShares(lot.shares ?? 0)}`,
              dated('of', lot.acquisitionDate),
              lot.costPerShare && `cost ${formatPerShare(String(lot.costPerShare))}`,
            ]),
          ),
        ])}
      </span>
    </>
  );
}

function guaranteeText(one: Content['guarantees'][number]): string {
  const limit = one.prefix ? prefixLimits[one.prefix as keyof typeof prefixLimits] : undefined;
  return joined([
    one.signer,
    one.capacity,
    one.program,
    one.prefix && `prefix ${one.prefix}${limit ? ` up to ${formatMoney(limit).replace(/\.00$/, '')}` : ''}`,
    one.serial && `no. ${one.serial}`,
    one.guarantorName,
    one.date && formatDate(one.date),
  ]);
}

/** Facts named by their fields: 'Date of death: Mar 3, 2026'. */
function factLines(facts: Content['facts']): string[] {
  return Object.entries(facts ?? {}).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    const text =
      typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : /^\d{4}-\d{2}-\d{2}$/.test(String(value))
          ? formatDate(String(value))
          : String(value);
    return [`${obstacleTitle(name)}: ${text}`];
  });
}

type Props = {
  detail: Detail;
  check: Check | undefined;
  words: Words;
  /** The registry's, in which times are read; undefined until it is known. */
  timeZone: string | undefined;
};

/** The whole instruction of an item; parts that it does not have take no line. */
export function ContentFacts({ detail, check, words, timeZone }: Props) {
  return (
    <>
      <DefinitionList items={given(movementFacts(detail, check, words))} />
      <DefinitionList className="mt-3" items={given(receiptFacts(detail, words, timeZone))} />
      <DefinitionList className="mt-3" items={given(otherFacts(detail))} />
    </>
  );
}

type Fact = [term: string, detail: ReactNode];
const given = (facts: readonly Fact[]): Definition[] =>
  facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));

function movementFacts(item: Detail, check: Check | undefined, words: Words): Fact[] {
  const { content } = item;
  const { depository, stop, sourcePosition } = content;
  const names = namesOf(item, check);
  return [
    ['From', item.transferFrom],
    ['To', item.issuedTo],
    ['Shares', item.shares !== null && formatShares(item.shares)],
    ['Class', item.securityTypeName],
    ['Purpose', item.purpose],
    [
      'Certificates presented',
      lines(
        content.certificates.map((one) =>
          joined([
            one.prefixAndCertificateNumber ?? one.controlCertificateId,
            one.sharesOnPaper && `${formatShares(one.sharesOnPaper)} on paper`,
            one.isPaperHere === true ? 'paper is here' : one.isPaperHere === false && 'paper is not here',
          ]),
        ),
      ),
    ],
    [
      'Position',
      sourcePosition &&
        joined([
          accountText(sourcePosition.systemShareholderId, names),
          `${formatShares(sourcePosition.shares)} shares`,
          sourcePosition.restrictionCode &&
            sourcePosition.restrictionCode !== 'N' &&
            `restricted ${sourcePosition.restrictionCode}`,
        ]),
    ],
    ['To issue', lines(content.lines.map((one) => lineText(one, names)))],
    [
      'Instructed by an API client',
      content.instruction &&
        lines(
          instructionLines(content.instruction).map((line) => (
            <span key={line} className="break-words">
              {line}
            </span>
          )),
        ),
    ],
    ['Shares to retire', content.sharesRetired && formatShares(content.sharesRetired)],
    [
      'Depository',
      depository &&
        lines(
          [
            joined([depository.service, depository.reference]),
            depository.participantNumber && `Participant ${depository.participantNumber}`,
            depository.cusip && `CUSIP ${depository.cusip}`,
            depository.shares && `${formatShares(depository.shares)} shares`,
            depository.registration && `Registration: ${depository.registration}`,
            depository.taxId && `Tax ID ${depository.taxId}`,
            depository.suretyNumber && `Surety number ${depository.suretyNumber}`,
          ].filter(Boolean),
        ),
    ],
    [
      'Stop',
      stop &&
        joined([
          words.stop[stop.kind] ?? stop.kind,
          dated('from', stop.placedOn),
          stop.demandedBy && `demanded by ${stop.demandedBy}`,
          stop.document,
          dated('expires', stop.expiresOn),
          dated('notice', stop.noticeOn),
          stop.note,
        ]),
    ],
    [
      content.kind === 'Correction' ? 'Stops carried on' : 'Stops to release',
      content.stopIds.length > 0 &&
        lines(
          content.stopIds.map((id) => {
            const found = check?.effect?.stops.find((one) => one.stopId === id);
            return found
              ? `${found.kind} on ${found.prefixAndCertificateNumber}, since ${formatDate(found.placedOn)}`
              : `Stop ${id}`;
          }),
        ),
    ],
    ['Account', content.systemShareholderId && accountText(content.systemShareholderId, names)],
    [
      'Effective',
      content.effectiveDate ? formatDate(content.effectiveDate) : check ? 'On the day of posting' : null,
    ],
  ];
}

function receiptFacts({ content, ...item }: Detail, words: Words, timeZone?: string): Fact[] {
  const { presentor, authority } = content;
  return [
    [
      'Received',
      `${content.receivedAt.length > 10 ? formatInstant(content.receivedAt, timeZone) : formatDate(item.receivedDate)}, ${words.channel[content.channel] ?? content.channel}`,
    ],
    [
      'Due',
      item.dueDate && `${formatDate(item.dueDate)}, third business day after ${formatDate(item.countedFrom)}`,
    ],
    [
      'Presentor',
      presentor &&
        lines(
          [
            joined([presentor.name, presentor.type]),
            presentor.participantNumber && `Participant ${presentor.participantNumber}`,
            presentor.reference && `Reference ${presentor.reference}`,
            presentor.address,
            presentor.email,
          ].filter(Boolean),
        ),
    ],
    ['Price per share', content.pricePerShare && formatPerShare(content.pricePerShare)],
    ['Guarantees', lines(content.guarantees.map(guaranteeText))],
    ['Facts', lines(factLines(content.facts))],
    [
      'Authority',
      authority && joined([authority.text, authority.signer, authority.date && formatDate(authority.date)]),
    ],
    ['Entered by', item.enteredBy],
    ['Approval', item.isApprovalRequired ? 'Required' : 'Not required'],
  ];
}

function otherFacts({ content, ...item }: Detail): Fact[] {
  const { returnedMail, search, routine } = content;
  const issuer = item.customerIssuerId;
  const transaction = (id: number | null | undefined, number: number | null | undefined) =>
    id ? <a href={routes.transaction(issuer, id)}>{`Transaction ${number ?? id}`}</a> : null;
  const represents = item.representsItemId ?? content.representsItemId;
  return [
    ['Reason', content.reason],
    [
      'Returned mail',
      returnedMail &&
        joined([
          returnedMail.piece,
          dated('mailed', returnedMail.mailedOn),
          dated('returned', returnedMail.returnedOn),
          dated('sent again', returnedMail.resentOn),
        ]),
    ],
    [
      'Search',
      search &&
        joined([
          `no. ${search.number} by ${search.by === 'TaxId' ? 'tax ID' : 'name'}`,
          dated('on', search.searchedOn),
          search.service,
          search.terms,
          obstacleTitle(search.result).toLowerCase(),
          search.evidence,
          search.candidate && `candidate: ${search.candidate}`,
          dated('letter', search.letterSentOn),
        ]),
    ],
    [
      'Obstacles cleared',
      lines(content.clearances.map((one) => `${obstacleTitle(one.obstacle)}: ${one.reason}`)),
    ],
    ['Routine, decided by a user', routine && `${yesNo(routine.isRoutine)}: ${routine.reason}`],
    [
      'Corrects',
      transaction(
        item.correctsControlTransactionId ?? content.correctsControlTransactionId,
        item.correctsDisplayTransactionId,
      ),
    ],
    ['Reversed by', transaction(item.reversedByControlTransactionId, item.reversedByDisplayTransactionId)],
    ['Replaced by', transaction(item.replacedByControlTransactionId, item.replacedByDisplayTransactionId)],
    [
      'Presented again for',
      represents && (
        <a href={routes.opsQueue({ item: `${issuer}-${represents}`, ended: 'Rejected' })}>
          Item {represents}
        </a>
      ),
    ],
    [
      'Transaction',
      item.stage === 'Posted' && transaction(item.controlTransactionId, item.displayTransactionId),
    ],
    ['Charge', content.chargeAmount && formatMoney(content.chargeAmount)],
    ['Delivery', content.delivery],
    ['Comments', content.comments],
  ];
}

type DocumentsProps = { content: Content; check: Check | undefined; words: Words };

/** The documents that the case asks for, present or missing, then those that the item has. */
export function DocumentList({ content, check, words }: DocumentsProps) {
  const required = check?.requiredDocuments ?? [];
  return (
    <>
      {required.length > 0 && (
        <ul className="mb-2">
          {required.map((one) => (
            <li key={one.title} className="flex justify-between gap-3 border-b border-line py-0.5">
              <span>{one.title.charAt(0).toUpperCase() + one.title.slice(1)}</span>
              <span className={one.isPresent ? 'text-positive' : 'font-medium text-warning'}>
                {one.isPresent ? 'Present' : 'Missing'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {content.documents.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may have two documents of one kind
          <li key={index} className="border-b border-line py-0.5">
            {words.document[one.kind] ?? one.kind}: {words.documentState[one.state] ?? one.state}
            <span className="text-muted">
              {[
                one.date && formatDate(one.date),
                one.reference,
                one.shares && `${formatShares(one.shares)} shares`,
                one.amount && formatMoney(one.amount),
                one.state2Code,
                one.waivedBy && `waived by ${one.waivedBy}`,
                one.reason,
              ]
                .filter(Boolean)
                .map((text) => `, ${text}`)
                .join('')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
