import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answers, completeAnswers, readAnswers } from './fields.ts';
import { askAnswers, askPassword } from './terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'setup-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = join(folder, 'data');
const needed = { agentName: 'Kestrel Transfer LLC', email: 'ann@kestrel.example', name: 'Ann Field' };
const whole: Answers = {
  ...needed,
  fileNumber: '',
  participantNumber: '',
  regulatoryAgency: 'SEC',
  timeZone: 'America/New_York',
  cutoff: '16:00',
  approval: 'all',
  backups: `${dataDir}-backups`,
};

/** A terminal on which these lines are typed. */
function typing(...typed: string[]) {
  const asked: string[] = [];
  const said: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    const next = typed.shift();
    if (next === undefined) throw new Error(`No more was typed at: ${question}`);
    return next;
  };
  return { asked, said, ask, askHidden: ask, say: (text: string) => void said.push(text), close: () => {} };
}

describe('answers without a terminal', () => {
  test('have defaults for all but agent and administrator', () => {
    expect(completeAnswers(needed, dataDir)).toEqual(whole);
  });

  test('that are missing are named all at once', () => {
    expect(() => completeAnswers({}, dataDir)).toThrow(
      /^--agent-name is missing: .*\n--name is missing: .*\n--email is missing: .*$/,
    );
  });

  writeFileSync(join(folder, 'plain-file'), '');
  test.each<[Partial<Answers>, string]>([
    [{ agentName: 'A'.repeat(201) }, '--agent-name has more than 200 characters.'],
    [{ agentName: 'Kestrel\u0007' }, '--agent-name has a character that cannot be printed.'],
    [{ fileNumber: '84-12345' }, '--file-number must have the form 084-12345.'],
    [{ participantNumber: '12a4' }, '--participant-number must have 4 to 6 digits.'],
    [{ timeZone: 'New York' }, '--time-zone must be an IANA time zone such as America/New_York.'],
    [{ cutoff: '4 pm' }, '--cutoff must be a time such as 16:00.'],
    [{ approval: 'above:x' }, '--approval must be none, all or above:'],
    [{ email: 'ann@' }, '--email is not a usable e-mail address.'],
    [{ name: ' ' }, '--name is missing'],
    [{ backups: join(dataDir, 'backups') }, '--backups must not be inside the data folder'],
    [{ backups: join(folder, 'plain-file', 'b') }, '--backups cannot be made'],
  ])('%o is refused by its flag', (wrong, message) => {
    expect(() => completeAnswers({ ...needed, ...wrong }, dataDir)).toThrow(message);
  });

  test('come from a file by the same names, and others are refused', () => {
    expect(readAnswers(JSON.stringify(needed), 'a.json')).toEqual(needed);
    expect(() => readAnswers('{"agent": "x"}', 'a.json')).toThrow('--file a.json: agent is not known.');
    expect(() => readAnswers('{"cutoff": 16}', 'a.json')).toThrow('--file a.json: cutoff must be text.');
    expect(() => readAnswers('["x"]', 'a.json')).toThrow('must hold one object');
    expect(() => readAnswers('x', 'a.json')).toThrow('is not valid JSON');
  });
});

describe('questions on a terminal', () => {
  test('Enter takes the default, and a wrong answer is asked for again', async () => {
    const terminal = typing(
      '',
      needed.agentName,
      '84',
      '',
      '',
      '',
      '',
      '',
      '',
      needed.name,
      needed.email,
      '',
    );
    expect(await askAnswers(terminal, {}, {}, dataDir)).toEqual(whole);
    expect(terminal.said).toEqual([
      expect.stringContaining('--agent-name is missing'),
      expect.stringContaining('--file-number must have the form'),
    ]);
  });

  test('what was given is not asked, unless it is wrong', async () => {
    const terminal = typing('15:00');
    expect(await askAnswers(terminal, { ...whole, cutoff: 'noon' }, {}, dataDir)).toEqual({
      ...whole,
      cutoff: '15:00',
    });
    expect(terminal.asked).toEqual(['Hour until which items are posted, in that zone [16:00]: ']);
  });

  test('answers of a setup that was stopped are proposed; a hyphen removes an optional one', async () => {
    const before = { ...whole, fileNumber: '084-12345', participantNumber: '123456' };
    const terminal = typing('', '', '-', '', '', '', '', '', '', '');
    expect(await askAnswers(terminal, {}, before, dataDir)).toEqual({ ...before, participantNumber: '' });
  });

  test('a password is typed twice, by the rules of every password; empty asks for a link', async () => {
    const about = { email: needed.email, name: needed.name };
    const good = 'tulip harvest moon';
    const terminal = typing('short', good, 'another one', good, good);
    expect(await askPassword(terminal, about)).toBe(good);
    expect(terminal.said).toEqual([
      expect.stringContaining('must have 8 to 1,024 characters'),
      '  The two passwords differ.',
    ]);
    expect(await askPassword(typing(''), about)).toBeNull();
  });
});
