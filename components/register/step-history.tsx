// Lists the steps of an object: who did what, the latest first.

import { formatInstant } from '../ui/instant.ts';
import { Section } from '../ui/text.tsx';

type Step = { number: number; at: string; kind: string; byEmail: string; byName: string; text: string };

type Props = { history: readonly Step[]; timeZone: string; stepText: (kind: string) => string };

/** Who did what, the latest first. */
export function StepHistory({ history, timeZone, stepText }: Props) {
  return (
    <Section title="History">
      <ol>
        {[...history].reverse().map(({ number, at, kind, byEmail, byName, text }) => (
          <li
            key={number}
            className="grid grid-cols-[minmax(8rem,min(14rem,35%))_1fr] gap-4 border-b border-line py-1.5 max-sm:grid-cols-1 max-sm:gap-0"
          >
            <span className="text-muted">{formatInstant(at, timeZone)}</span>
            <span className="min-w-0 break-words">
              <span className="font-medium">{stepText(kind)}</span>,{' '}
              {byEmail ? byName || byEmail : 'the registry'}
              {byEmail && byName && <span className="text-muted"> · {byEmail}</span>}
              {text && <span className="block text-sm text-muted">{text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
