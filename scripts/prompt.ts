// Asks questions on a terminal, also without showing the answer.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The user ended the questions with Ctrl-C or Ctrl-D. */
export class Stopped extends Error {}

export type Terminal = {
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
