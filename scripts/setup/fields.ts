// The questions of setup: their flags, checks and defaults.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { emailKey } from '#lib/session/accounts/accounts';
import { readEnv as readRegistryEnv } from '#registry/env';

/** What setup asks. The names are those of a JSON file; the flag of each is in `fields`. */
export type Answers = {
  agentName: string;
  fileNumber: string;
  participantNumber: string;
  regulatoryAgency: string;
  timeZone: string;
  cutoff: string;
  approval: string;
  email: string;
  name: string;
  backups: string;
};

export type AnswerName = keyof Answers;

export type Field = {
  name: AnswerName;
  /** Without the two hyphens. */
  flag: string;
  question: string;
  /** True when an empty answer means that there is none. */
  optional?: true;
  fallback?: (dataDir: string) => string;
  /** What is wrong with an answer that is not empty, as the end of a sentence; null: nothing. */
  error: (answer: string, dataDir: string) => string | null;
};

const lineOf = (longest: number) => (text: string) =>
  text.length > longest
    ? `has more than ${longest} characters`
    : /\p{Cc}/u.test(text)
      ? 'has a character that cannot be printed'
      : null;

/** The registry's own rule for a variable. */
const ruleOf = (variable: string) => (text: string) => {
  try {
    readRegistryEnv({ [variable]: text });
    return null;
  } catch (error) {
    return (error as Error).message.replace(`${variable} `, '').replace(/\.$/, '');
  }
};

const fileNumberForm = /^\d{3}-\d{5}$/;
const participantForm = /^\d{4,6}$/;

/** Backups inside the data folder would be lost with it. */
function backupsError(folder: string, dataDir: string): string | null {
  const path = resolve(folder);
  const data = resolve(dataDir);
  if (path === data || path.startsWith(data + sep)) return `must not be inside the data folder ${data}`;
  let at = path;
  while (!existsSync(at)) at = dirname(at);
  try {
    if (!statSync(at).isDirectory()) return `cannot be made: ${at} is not a folder`;
    accessSync(at, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `cannot be written: this account may not write to ${at}`;
  }
}

export const fields: readonly Field[] = [
  {
    name: 'agentName',
    flag: 'agent-name',
    question: 'Name of the transfer agent, as reports print it',
    error: lineOf(200),
  },
  {
    name: 'fileNumber',
    flag: 'file-number',
    question: 'SEC file number of the agent, such as 084-12345; empty if it has none',
    optional: true,
    error: (text) => (fileNumberForm.test(text) ? null : 'must have the form 084-12345'),
  },
  {
    name: 'participantNumber',
    flag: 'participant-number',
    question: 'FINS or depository participant number, 4 to 6 digits; empty if it has none',
    optional: true,
    error: (text) => (participantForm.test(text) ? null : 'must have 4 to 6 digits'),
  },
  {
    name: 'regulatoryAgency',
    flag: 'regulatory-agency',
    question: 'Appropriate regulatory agency of the agent, as Form TA-2 asks for it',
    fallback: () => 'SEC',
    error: lineOf(100),
  },
  {
    name: 'timeZone',
    flag: 'time-zone',
    question: 'Time zone whose calendar day is "today"',
    fallback: () => 'America/New_York',
    error: ruleOf('REGISTRY_TIME_ZONE'),
  },
  {
    name: 'cutoff',
    flag: 'cutoff',
    question: 'Hour until which items are posted, in that zone',
    fallback: () => '16:00',
    error: ruleOf('REGISTRY_CUTOFF'),
  },
  {
    name: 'approval',
    flag: 'approval',
    question: 'Items that a second user has to approve: none, all, or above:N shares',
    fallback: () => 'all',
    error: ruleOf('REGISTRY_APPROVAL'),
  },
  {
    name: 'name',
    flag: 'name',
    question: 'Name of the first administrator',
    error: lineOf(100),
  },
  {
    name: 'email',
    flag: 'email',
    question: 'E-mail address of the first administrator',
    error: (text) => (emailKey(text) ? null : 'is not a usable e-mail address'),
  },
  {
    name: 'backups',
    flag: 'backups',
    question: 'Folder for backups',
    fallback: (dataDir) => `${resolve(dataDir)}-backups`,
    error: backupsError,
  },
];

/** What is wrong with one answer, as a sentence that names its flag; null: nothing. */
export function errorOf(field: Field, answer: string, dataDir: string): string | null {
  if (answer === '') return field.optional ? null : `--${field.flag} is missing: ${field.question}.`;
  const error = field.error(answer, dataDir);
  return error && `--${field.flag} ${error}.`;
}

/**
 * Answers without a terminal: what was given, else the fallback. Throws an Error with one line for each field that is
 * missing or wrong.
 */
export function completeAnswers(given: Partial<Answers>, dataDir: string): Answers {
  const answers = fields.map((field): [AnswerName, string] => [
    field.name,
    (given[field.name] ?? field.fallback?.(dataDir) ?? '').trim(),
  ]);
  const errors = fields.flatMap((field, index) => errorOf(field, answers[index]?.[1] ?? '', dataDir) ?? []);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return Object.fromEntries(answers) as Answers;
}

const isAnswerName = (name: string): name is AnswerName => fields.some((field) => field.name === name);

/** The answers of a JSON file. Throws an Error that names the field. */
export function readAnswers(text: string, file: string): Partial<Answers> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`--file ${file} is not valid JSON.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`--file ${file} must hold one object, such as {"agentName": "…"}.`);
  const answers: Partial<Answers> = {};
  for (const [name, value] of Object.entries(content)) {
    if (!isAnswerName(name))
      throw new Error(
        `--file ${file}: ${name.slice(0, 60)} is not known. Known: ${fields.map((field) => field.name).join(', ')}.`,
      );
    if (typeof value !== 'string') throw new Error(`--file ${file}: ${name} must be text.`);
    answers[name] = value;
  }
  return answers;
}
