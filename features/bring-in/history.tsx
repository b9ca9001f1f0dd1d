// Shows the transaction history that another registry gave with a register.

'use client';

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { buttonClass } from '#components/ui/button';
import { Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { formatShares } from '#lib/format/shares';
import { type Accounted, accountedFor, historyText } from './history-facts.ts';
import type { RegisterFile } from './types.ts';

type FileLine = { name: string; holds: string };

const fileColumns: readonly PlainColumn<FileLine>[] = [
  { head: 'File', cell: ({ name }) => name },
  { head: 'Holds', cell: ({ holds }) => holds },
];

const columns: readonly PlainColumn<Accounted>[] = [
  { head: 'What the journal says', cell: ({ what }) => what },
  { head: 'Result', cell: ({ result }) => result },
];

/** What another registry gave of the history, and since when there are books here. */
export function History({ file }: { file: RegisterFile }) {
  const { wire } = useApi();
  const { pull, registerFileId } = file;
  const history = pull?.history;
  if (!history) return null;
  const { transactions, lines } = history;
  return (
    <Section
      title="Journal of the other registry"
      aside={
        wire.GetRegisterJournalFile && (
          <a
            className={`${buttonClass('secondary', 'sm')} print:hidden`}
            href={addressOf(wire, 'GetRegisterJournalFile', { registerFileId: Number(registerFileId) })}
            download
          >
            Download journal (ZIP)
          </a>
        )
      }
    >
      <p className="mb-2 max-w-prose">{historyText(file)}</p>
      <PlainTable
        label="Files of the journal"
        columns={fileColumns}
        rows={[
          { name: 'given-journal.csv', holds: `${formatShares(transactions)} transactions` },
          {
            name: 'given-journal-lines.csv',
            holds: `${formatShares(lines)} lines, one for each certificate issued or canceled`,
          },
        ]}
        rowId={({ name }) => name}
      />
      <div className="mt-3">
        <PlainTable
          label="What the journal accounts for"
          columns={columns}
          rows={accountedFor(history)}
          rowId={({ what }) => what}
        />
      </div>
    </Section>
  );
}
