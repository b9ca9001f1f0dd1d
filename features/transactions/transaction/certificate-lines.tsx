'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { useCertificateNumbers } from '#components/data/queries/use-certificate-numbers';
import { ScrollRegion } from '#components/data/scroll-region';
import { certificateOf, holderOf } from '#components/register/line-links';
import { MaybeLink } from '#components/register/maybe-link';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Section } from '#components/ui/text';
import { formatShares } from '#lib/format/shares';
import { type CertificateNumbers, lineNumber } from '#lib/register/numbers';
import { quantity } from '#lib/register/quantity';
import type { JournalLine } from '#lib/register/transactions/journal';
import type { CertificateLinesProps } from './long-sides.tsx';

/**
 * Lines shown as plain lists. A corporate action may have a line per holder: more lines go to a searchable
 * table.
 */
const plainMax = 40;

const LongSides = lazyComponent(
  () => import('./long-sides.tsx').then((part) => part.LongSides),
  <LoadingPlaceholder text="Loading certificates…" lines={8} />,
  'when drawn',
);

/** Canceled certificates beside issued ones. */
export function CertificateLines(props: CertificateLinesProps) {
  const { canceled, issued } = props.entry;
  return canceled.length + issued.length > plainMax ? <LongSides {...props} /> : <PlainSides {...props} />;
}

function PlainSides(props: CertificateLinesProps) {
  const { canceled, issued } = props.entry;
  const { numbers } = useCertificateNumbers(props.issuer, [...canceled, ...issued]);
  return (
    <div className="mt-8 grid gap-x-10 gap-y-6 xl:grid-cols-2">
      <Side {...props} numbers={numbers} title="Canceled" lines={canceled} none="No certificates canceled." />
      <Side {...props} numbers={numbers} title="Issued" lines={issued} none="No certificates issued." />
    </div>
  );
}

type SideProps = Omit<CertificateLinesProps, 'entry'> & {
  numbers: CertificateNumbers;
  title: string;
  lines: readonly JournalLine[];
  none: string;
};

function Side({ issuer, dollars, asof, numbers, title, lines, none }: SideProps) {
  return (
    <Section
      title={title}
      className="mt-0!"
      aside={`${formatShares(lines.length)} ${lines.length === 1 ? 'certificate' : 'certificates'}`}
    >
      {lines.length === 0 ? (
        <p className="py-1 text-muted">{none}</p>
      ) : (
        <ScrollRegion label={title}>
          <table className="w-full border-collapse">
            <caption className="sr-only">Certificates {title.toLowerCase()}</caption>
            <thead className="text-xs text-muted">
              <tr>
                <th scope="col" className="py-1 pr-3 text-left font-normal">
                  Number
                </th>
                <th scope="col" className="py-1 pr-3 text-left font-normal">
                  Holder
                </th>
                <th scope="col" className="py-1 pl-3 text-right font-normal">
                  Shares
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id} className="border-t border-line align-top">
                  <th scope="row" className="py-1 pr-3 text-left font-normal whitespace-nowrap">
                    <MaybeLink href={certificateOf(issuer, line, asof)}>
                      {lineNumber(line, numbers)}
                    </MaybeLink>
                  </th>
                  <td className="py-1 pr-3">
                    <MaybeLink href={holderOf(issuer, line, asof)}>{line.name}</MaybeLink>
                    {line.restriction && <span className="block text-xs text-muted">{line.restriction}</span>}
                  </td>
                  <td className="py-1 pl-3 text-right whitespace-nowrap">
                    {quantity(line.shares, dollars.has(line.className))}
                    <span className="block text-xs text-muted">{line.className}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Section>
  );
}
