import { passwordError, passwordErrors } from '#lib/session/accounts/password-rules';
import type { Terminal } from '../prompt.ts';
import { type Answers, errorOf, fields } from './fields.ts';

/** Asks for every answer that was not given; asks again after a wrong one. `proposed` stands in brackets. */
export async function askAnswers(
  terminal: Terminal,
  given: Partial<Answers>,
  proposed: Partial<Answers>,
  dataDir: string,
): Promise<Answers> {
  const answers: Partial<Answers> = { ...given };
  for (const field of fields) {
    let answer = given[field.name]?.trim();
    for (;;) {
      if (answer !== undefined) {
        const error = errorOf(field, answer, dataDir);
        if (error === null) break;
        terminal.say(`  ${error}`);
      }
      const proposal = proposed[field.name] ?? field.fallback?.(dataDir) ?? '';
      const typed = (await terminal.ask(`${field.question}${proposal && ` [${proposal}]`}: `)).trim();
      answer = typed === '' ? proposal : typed === '-' && field.optional ? '' : typed;
    }
    answers[field.name] = answer;
  }
  return answers as Answers;
}

/** A password typed twice; null when the user leaves it empty for an invitation link. */
export async function askPassword(
  terminal: Terminal,
  about: { email: string; name: string },
): Promise<string | null> {
  for (;;) {
    const password = await terminal.askHidden(
      `Password of ${about.email}, not shown; empty for a link with which to choose one: `,
    );
    if (password === '') return null;
    const error = await passwordError(password, about);
    if (error) terminal.say(`  ${passwordErrors[error]}`);
    else if ((await terminal.askHidden('The same password again: ')) === password) return password;
    else terminal.say('  The two passwords differ.');
  }
}
