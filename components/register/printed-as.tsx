import { formatDate } from '#lib/format/dates';
import { PrintNote } from '../shell/print-note.tsx';

type Props = {
  issuer: string;
  /** As-of date of the figures in words: 'As of Jun 30, 2026'. */
  asOf: string;
  today: string;
};

/** Issuer and day in the header and corners of every printed page. */
export const PrintedAs = ({ issuer, asOf, today }: Props) => (
  <div className="print:mb-4">
    <PrintNote issuer={issuer} asOf={asOf} printedOn={formatDate(today)} />
  </div>
);
