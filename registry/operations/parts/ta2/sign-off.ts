// State of the sign-off of a TA-2 worksheet, derived from its steps.

import { isAsked, ta2Form } from '#lib/contract/agent/ta2-form';
import type { Ta2Step } from '#registry/ledger/ta2-worksheet';

export type Answers = Readonly<Record<string, string>>;
export type Change = { line: string; was: string | null; is: string | null };

export type SignOff = {
  state: 'Open' | 'Prepared' | 'Certified' | 'Taken back';
  prepared: Ta2Step | null;
  certified: Ta2Step | null;
  /** Why a sign-off does not count any more; '' when none was taken back. */
  takenBack: string;
  changes: Change[];
};

/** The step that last entered or cleared each line. */
export function lastEntries(steps: readonly Ta2Step[]): ReadonlyMap<string, Ta2Step> {
  return new Map(steps.filter(({ line }) => line !== '').map((step) => [step.line, step]));
}

/**
 * What goes on the form: the entered answer, else the recorded one. Lines that the form does not ask for with these answers
 * are left out.
 */
export function answersOf(
  recorded: ReadonlyMap<string, { value: string | null }>,
  steps: readonly Ta2Step[],
  isShortForm: boolean,
): Answers {
  const entries = lastEntries(steps);
  const answer = (line: string) => entries.get(line)?.value ?? recorded.get(line)?.value ?? null;
  const answers: Record<string, string> = {};
  for (const line of ta2Form) {
    const value = answer(line.id);
    if (value !== null && isAsked(line, answer, isShortForm)) answers[line.id] = value;
  }
  return answers;
}

/** Lines of which two sets of answers differ, in the order of the form. */
export function changedLines(was: Answers, is: Answers): Change[] {
  return ta2Form.flatMap(({ id }) =>
    was[id] === is[id] ? [] : [{ line: id, was: was[id] ?? null, is: is[id] ?? null }],
  );
}

/**
 * Whether the worksheet is signed off. An entry after a signature takes it back, and so does a record that changed: the
 * answers are then not those that were signed.
 */
export function signOffOf(steps: readonly Ta2Step[], answers: Answers): SignOff {
  let prepared: Ta2Step | null = null;
  let certified: Ta2Step | null = null;
  let undone: { signed: Ta2Step; by: Ta2Step } | null = null;
  for (const step of steps) {
    if (step.kind === 'Prepared') {
      prepared = step;
      certified = null;
      undone = null;
    } else if (step.kind === 'Certified') {
      certified = step;
    } else if (prepared) {
      undone = { signed: certified ?? prepared, by: step };
      prepared = null;
      certified = null;
    }
  }
  if (undone) {
    const signed = undone.signed.kind === 'Certified' ? 'certified' : 'prepared';
    return {
      state: 'Taken back',
      prepared: null,
      certified: null,
      takenBack: `An entry was changed after the worksheet was ${signed}.`,
      changes: changedLines(signedAnswers(undone.signed), answers),
    };
  }
  const changes = prepared ? changedLines(signedAnswers(prepared), answers) : [];
  if (changes.length > 0)
    return {
      state: 'Taken back',
      prepared: null,
      certified: null,
      takenBack: `The records changed after the worksheet was ${certified ? 'certified' : 'prepared'}.`,
      changes,
    };
  const state = certified ? 'Certified' : prepared ? 'Prepared' : 'Open';
  return { state, prepared, certified, takenBack: '', changes: [] };
}

const signedAnswers = ({ answers }: Ta2Step): Answers => JSON.parse(answers ?? '{}') as Answers;
