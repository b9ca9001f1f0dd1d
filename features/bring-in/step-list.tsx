import { cn } from '#components/ui/cn';
import { currentStep, isDone, steps } from './model.ts';
import type { RegisterFile } from './types.ts';

/** The five steps, with the one that is next. */
export function StepList({ file }: { file: RegisterFile }) {
  const current = currentStep(file);
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {steps.map((step, index) => {
        const done = isDone(file, step);
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            className={cn(
              'border-b-2 pb-0.5',
              step === current
                ? 'border-accent font-medium'
                : done
                  ? 'border-positive'
                  : 'border-line text-muted',
            )}
          >
            {index + 1} {step}
            {done && <span className="text-positive"> ✓</span>}
            {done && <span className="sr-only"> done</span>}
          </li>
        );
      })}
    </ol>
  );
}
