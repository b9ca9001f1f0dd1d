'use client';

import { columns } from '#components/table/columns';
import { Badge } from '#components/ui/badge';
import { ItemNumber } from './cursor.tsx';
import { dueText, nextActionText } from './due-texts.ts';
import { type ItemRow, itemNumber } from './item-row.ts';
import { isOpen, itemStageText, itemStageTones } from './item-stages.ts';
import { obstacleTitle, type Words } from './item-texts.ts';
import { unassigned } from './stage-counts.ts';

/** Columns of the work queue; made once for a page. */
export function itemColumns(words: Words, today: string) {
  return [
    columns.text<ItemRow>('number', 'Number', itemNumber, {
      widthPx: 92,
      cell: (row) => <ItemNumber row={row} />,
    }),
    columns.text<ItemRow>('stage', 'Stage', (row) => itemStageText[row.stage], {
      widthPx: 132,
      whole: true,
      cell: (row) => (
        <>
          <Badge tone={itemStageTones[row.stage]}>{itemStageText[row.stage]}</Badge>
          {row.stage === 'Held' && row.nextActionOn && (
            <span className="ml-1 text-xs text-muted">{nextActionText(row.nextActionOn, today).text}</span>
          )}
        </>
      ),
    }),
    columns.text<ItemRow>('due', 'Due', (row) => (isOpen(row.stage) ? dueText(row, today).text : ''), {
      widthPx: 120,
      cell: (row) => {
        if (!isOpen(row.stage)) return '';
        const { text, tone } = dueText(row, today);
        return (
          <span className={tone === 'danger' ? 'text-danger' : tone === 'warning' ? 'text-warning' : ''}>
            {text}
          </span>
        );
      },
    }),
    columns.text<ItemRow>('issuer', 'Issuer', (row) => row.issuerName, { widthPx: 132 }),
    columns.text<ItemRow>(
      'case',
      'Case',
      (row) => {
        const text = (row.caseCode && words.caseCode[row.caseCode]) || words.kind[row.kind] || row.kind;
        return row.requestedBy && row.kind !== 'IssuerRequest' ? `${text}, issuer request` : text;
      },
      { widthPx: 132 },
    ),
    columns.text<ItemRow>('from', 'From', (row) => row.transferFrom || '–', { widthPx: 140 }),
    columns.text<ItemRow>('to', 'To', (row) => row.issuedTo || '–', { widthPx: 140 }),
    columns.shares<ItemRow>('shares', 'Shares', (row) => row.shares, { widthPx: 84 }),
    columns.text<ItemRow>('obstacle', 'Obstacle', (row) => row.obstacles.map(obstacleTitle).join(', '), {
      widthPx: 150,
    }),
    columns.text<ItemRow>('assigned', 'Assigned to', (row) => row.assignedTo ?? unassigned, { widthPx: 128 }),
    columns.text<ItemRow>('class', 'Class', (row) => row.securityTypeName ?? '–', { widthPx: 120 }),
    columns.date<ItemRow>('received', 'Received', (row) => row.receivedDate),
    columns.date<ItemRow>('dueDate', 'Due day', (row) => row.dueDate ?? '', { hidden: true }),
    columns.text<ItemRow>('kind', 'Kind', (row) => words.kind[row.kind] ?? row.kind, { hidden: true }),
    columns.text<ItemRow>('presentor', 'Presentor', (row) => row.presentorName ?? '', { hidden: true }),
    columns.text<ItemRow>('entered', 'Entered by', (row) => row.enteredBy, { hidden: true }),
    columns.text<ItemRow>('approved', 'Approved by', (row) => row.approvedBy ?? '', { hidden: true }),
    columns.date<ItemRow>('next', 'Next action', (row) => row.nextActionOn ?? '', { hidden: true }),
  ];
}
