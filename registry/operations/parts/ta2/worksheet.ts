// Reads the TA-2 worksheet of a year: records, entered answers and sign-off.

import { ta2Form } from '#lib/contract/agent/ta2-form';
import type { CalendarDate } from '#lib/format/dates';
import { instantText } from '#lib/format/instant';
import type { Db } from '#registry/db/session';
import { HttpError } from '#registry/http/http-error';
import { type Ta2Step, ta2Steps } from '#registry/ledger/ta2-worksheet';
import { type AgentFacts, agentFacts } from '#registry/queries/agent';
import { ta2NotPresented } from '#registry/queries/ta2-rows';
import type { Context } from '../context.ts';
import { fromCents } from '../report/cents.ts';
import { cashInLieuCents, type Ta2Figures, ta2Figures, total } from './figures.ts';
import { isAbbreviated, ta2Period } from './model.ts';
import { type Recorded, recordedAnswers } from './recorded.ts';
import { type Answers, answersOf, type SignOff, signOffOf } from './sign-off.ts';

/** The form is about the agent with all its issuers. */
export function needAgent({ caller }: Pick<Context, 'caller'>): void {
  if (caller.issuers !== 'all')
    throw new HttpError(403, 'Only clients for all issuers may use the TA-2 worksheet.');
}

/** The worksheet of a year: what the records say and what users entered. */
export type Worksheet = {
  year: number;
  isPartial: boolean;
  isShortForm: boolean;
  agent: AgentFacts;
  figures: Ta2Figures;
  recorded: ReadonlyMap<string, Recorded>;
  steps: readonly Ta2Step[];
  answers: Answers;
  signOff: SignOff;
};

/** The figures of the agent with all its issuers. Throws 400 for a year that has not begun. */
export async function figuresOfYear(db: Db, year: number, today: CalendarDate) {
  const { isPartial, from, to } = ta2Period({ year }, today);
  return { isPartial, figures: await ta2Figures(db, { from, to }, today) };
}

/** Reads the worksheet of a year. `db` must be in one snapshot or transaction. */
export async function readWorksheet(db: Db, year: number, today: CalendarDate): Promise<Worksheet> {
  const { isPartial, figures } = await figuresOfYear(db, year, today);
  const agent = await agentFacts(db);
  const recorded = recordedAnswers(figures, agent);
  const isShortForm = isAbbreviated(figures.items, total(figures.classes.map((one) => one.accounts)));
  const steps = await ta2Steps(db, year);
  const answers = answersOf(recorded, steps, isShortForm);
  return {
    ...{ year, isPartial, isShortForm, agent, figures, recorded, steps, answers },
    signOff: signOffOf(steps, answers),
  };
}

export const versionOf = ({ steps }: Pick<Worksheet, 'steps'>): number => steps.at(-1)?.version ?? 0;

/** The signature lines: filled by the certification, and empty without one that counts. */
export function signatureOf({ signOff: { certified } }: Worksheet, timeZone: string): Answers {
  if (!certified) return {};
  return {
    'sign-name': signerName(certified),
    'sign-title': certified.title,
    'sign-telephone': certified.telephone,
    'sign-date': instantText(new Date(certified.at), timeZone),
  };
}

export const signerName = (step: Pick<Ta2Step, 'by_first_name' | 'by_last_name'>): string =>
  (step.by_first_name === step.by_last_name
    ? step.by_first_name
    : `${step.by_first_name} ${step.by_last_name}`
  ).trim();

/** Lines of which the rows behind the figure can be listed. */
export const hasRows = (line: string): boolean =>
  ta2Form.some(({ id, from }) => id === line && from === 'books' && !id.startsWith('10'));

export type Reason = { line: string; against: 'report' | 'lists'; text: string; amount: string | null };

/**
 * Why a figure differs from the TA-2 report of the interface (`report`) or from sums of other lists (`lists`), with its
 * part of the difference where it can be counted.
 */
export async function differenceReasons(db: Db, { figures }: Pick<Worksheet, 'figures'>): Promise<Reason[]> {
  const ids = figures.issuers.map(({ id }) => id);
  const notPresented = await ta2NotPresented(db, ids, figures.period);
  const cash = cashInLieuCents(figures);
  const { rows } = await db.query<{ classes: bigint }>(
    'select count(*) as classes from security_class where issuer_id = any($1::bigint[]) and opened_on > $2',
    [ids, figures.period.to],
  );
  const later = rows[0]?.classes ?? 0n;
  const reasons: Reason[] = [];
  if (notPresented > 0n)
    reasons.push({
      line: '4a',
      against: 'lists',
      text: 'In the lists, but nobody presented them for transfer: instructed by the issuer',
      amount: `${notPresented}`,
    });
  if (later > 0n)
    reasons.push({
      line: '6a',
      against: 'lists',
      text: 'In the balances, but opened after the end of the year',
      amount: `${later}`,
    });
  if (cash > 0n)
    for (const against of ['report', 'lists'] as const)
      reasons.push({
        line: '7cii',
        against,
        text: 'Cash in lieu of fractions, which counts as a payment and is no cash dividend',
        amount: fromCents(cash),
      });
  for (const [line, text] of assumed) reasons.push({ line, against: 'report', text, amount: null });
  return reasons;
}

/** Lines that the interface's report fills without a record. */
const assumed: readonly [string, string][] = [
  ['2a', 'The TA-2 report assumes that no service company is engaged'],
  ['2c', 'The TA-2 report assumes that the agent serves no other agent'],
  ['3b', 'The TA-2 report assumes that no amendment was needed'],
  ['8b', 'The TA-2 report assumes that no buy-in had to be reported'],
  ['8c', 'The TA-2 report assumes that no buy-in had to be reported'],
  ['9aii', 'The TA-2 report assumes one notice for each month below the standard'],
];
