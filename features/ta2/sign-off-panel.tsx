'use client';

import { useAgentOperations } from '#components/data/agent-operations';
import { Badge } from '#components/ui/badge';
import { Button, LinkButton } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Section } from '#components/ui/text';
import { ta2Form } from '#lib/contract/agent/ta2-form';
import type { Tone } from '#lib/format/tone';
import { routes } from '#lib/routes';
import { answerText } from './answer-text.ts';
import { lineName, missingItems } from './lines.ts';
import type { SignAs } from './sign-dialog.tsx';
import type { Worksheet } from './types.ts';

const tones: Readonly<Record<string, Tone>> = {
  Prepared: 'warning',
  Certified: 'positive',
  'Taken back': 'danger',
};
const labels: Readonly<Record<string, string>> = { Open: 'Not signed off' };

type Props = {
  sheet: Worksheet;
  /** The signed-in user, who may not certify what they prepared. */
  onSign: (as: SignAs) => void;
};

/** Who signed the worksheet, whether that counts, the next step, and its file. */
export function SignOffPanel({ sheet, onSign }: Props) {
  const clock = useClock();
  const operations = useAgentOperations();
  const { state, prepared, certified, takenBack, changes } = sheet.signOff;
  const missing = missingItems(sheet);
  const maySign = operations.has('SignTA2') && !sheet.isPartial && missing.length === 0;
  return (
    <Section
      title="Sign-off"
      aside={<Badge tone={tones[state] ?? 'neutral'}>{labels[state] ?? state}</Badge>}
      className="mt-6"
    >
      {takenBack && (
        <div role="status" className="mb-2 rounded-md border border-danger/40 bg-danger-soft px-3 py-2">
          <p>The sign-off was taken back. {takenBack} It has to be prepared and certified again.</p>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {changes.map((one) => {
              const form = ta2Form.find(({ id }) => id === one.line);
              if (!form) return null;
              const shown = (value: string | null) => answerText(form, value) || 'no answer';
              return (
                <li key={one.line}>
                  {lineName(form)}: was {shown(one.was)}, is {shown(one.is)}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      <p>
        {prepared ? `Prepared by ${prepared.byName}, ${clock.instant(prepared.at)}.` : 'Not prepared yet.'}{' '}
        {certified
          ? `Certified by ${certified.byName}, ${certified.title}, ${clock.instant(certified.at)}.`
          : 'Not certified yet.'}
      </p>
      {sheet.isPartial ? (
        <p className="mt-1 text-muted">The year has not ended. The worksheet can be signed afterwards.</p>
      ) : missing.length > 0 ? (
        <p className="mt-1 text-muted">To sign, answer these lines first: {missing.join(', ')}.</p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        {maySign && !prepared && (
          <Button variant="primary" onClick={() => onSign('Preparer')}>
            Sign as preparer
          </Button>
        )}
        {maySign && prepared && !certified && (
          <Button variant="primary" onClick={() => onSign('Certifier')}>
            Certify worksheet
          </Button>
        )}
        {operations.has('GenerateTA2Worksheet') && (
          <LinkButton href={routes.newReport('ta2-worksheet', { year: `${sheet.reportingYear}` })}>
            Create worksheet
          </LinkButton>
        )}
      </div>
    </Section>
  );
}
