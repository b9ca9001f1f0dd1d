import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passwordError, passwordErrors } from '#lib/session/accounts/password-rules';
import { type Answers, errorOf, fields } from './fields.ts';

/** The user ended the questions with Ctrl-C or Ctrl-D. */
export class Stopped extends Error {}

type Terminal = {
  ask(question: string): Promise<string>;
  /** The same, without showing what is typed. */
  askHidden(question: string): Promise<string>;
  say(text: string): void;
  close(): void;
};

/** Asks on this terminal. A question throws `Stopped` when the user ends the input. */
export function openTerminal(): Terminal {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const ended = new Promise<never>((_, fail) => {
    lines.once('close', () => fail(new Stopped('Stopped. Nothing was changed.')));
  });
  ended.catch(() => {});
  const ask = (question: string) => Promise.race([lines.question(question), ended]);
  return {
    ask,
    async askHidden(question) {
      process.stdout.write(question);
      isHidden = true;
      try {
        return await ask('');
      } finally {
        isHidden = false;
        process.stdout.write('\n');
      }
    },
    say: (text) => process.stdout.write(`${text}\n`),
    close: () => lines.close(),
  };
}

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
