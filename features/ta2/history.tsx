import { useClock } from '#components/ui/clock';
import { ta2Form } from '#lib/contract/agent/ta2-form';
import { answerText } from './answer-text.ts';
import { lineName } from './lines.ts';
import type { Worksheet } from './types.ts';

type Step = Worksheet['steps'][number];

function text(step: Step): string {
  const form = ta2Form.find(({ id }) => id === step.line);
  if (!form) return step.kind === 'Certified' ? 'Certified the worksheet' : 'Prepared the worksheet';
  const was = step.was === null ? '' : ` in place of ${answerText(form, step.was)}`;
  if (step.value === null)
    return `Cleared ${lineName(form)}${was && `, which was ${answerText(form, step.was)}`}`;
  return `Entered ${answerText(form, step.value)}${was} for ${lineName(form)}`;
}

/** Every entry and signature, newest first. */
export function History({ steps }: { steps: readonly Step[] }) {
  const clock = useClock();
  return (
    <ol className="text-sm">
      {steps.map((step) => (
        <li key={step.version} className="border-b border-line py-1.5 break-words last:border-b-0">
          {text(step)}
          {step.reason && `: ${step.reason}`}
          <span className="block text-xs text-muted">
            {step.byName || step.by}, {clock.instant(step.at)}
          </span>
        </li>
      ))}
    </ol>
  );
}
