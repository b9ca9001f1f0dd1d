'use client';

import { ChangeDialog } from './change-dialog.tsx';
import type { OfIssuer } from './difference-summary.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';
import type { RecordDifference } from './types.ts';

/** What a person chose to do: to open a difference, or something with one of those listed. */
export type Choice = { kind: 'open' } | { kind: 'change' | 'step' | 'resolve'; difference: RecordDifference };

const dialogs = { change: ChangeDialog, step: StepDialog, resolve: ResolveDialog };

/** Loaded when somebody acts: most only read the list. */
export function DifferenceDialog({ choice, ...props }: OfIssuer & { choice: Choice }) {
  if (choice.kind === 'open') return <OpenDialog {...props} />;
  const Dialog = dialogs[choice.kind];
  return <Dialog {...props} difference={choice.difference} />;
}
