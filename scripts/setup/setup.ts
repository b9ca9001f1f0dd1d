import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { settingNames, settingsFile } from '#lib/data-dir/settings';
import { readEnv } from '#lib/env';
import { invitationHours } from '#lib/session/accounts/invitations';
import { passwordError, passwordErrors } from '#lib/session/accounts/password-rules';
import { openTerminal } from '../prompt.ts';
import { type Answers, completeAnswers, fields, readAnswers } from './fields.ts';
import { type Installed, install, requireNew } from './install.ts';
import { askAnswers, askPassword } from './terminal.ts';

const usage = `Makes an installation of your own in DATA_DIR: no demo, your agent, one administrator. npm start then runs it.

  npm run setup                          asks everything on the terminal
  npm run setup -- --yes [--file FILE] [--FLAG VALUE]… [--password-stdin]   asks nothing

${fields.map(({ flag, question }) => `--${flag.padEnd(19)} ${question}`).join('\n')}
--file                a JSON file with the same: ${fields.map(({ name }) => name).join(', ')}
--password-stdin      reads the administrator's password from standard input; without it, a link is printed with
                      which to choose one
--yes                 takes the default where nothing is given, and fails where there is none
--force               replaces settings and the agent's name and numbers of an installation; register and accounts stay

The settings are written to DATA_DIR/settings.json. Environment variables win over them. A setup that was stopped
halfway is finished by running it again.`;

class Rejection extends Error {}

const fileSizeMax = 65_536;

async function main(): Promise<void> {
  const options = readArguments();
  if (options.help) return void console.log(usage);
  const force = options.force === true;
  const dataDir = readEnv().dataDir;
  const before = requireNew(force);
  const given = { ...fileAnswers(options.file), ...flagAnswers(options) };
  const proposed: Partial<Answers> = before?.given ?? {};
  const fromInput = options['password-stdin'] ? await readPassword() : null;

  let answers: Answers;
  let password = fromInput;
  if (options.yes) {
    answers = completeAnswers({ ...proposed, ...given }, dataDir);
  } else {
    if (!process.stdin.isTTY || fromInput !== null)
      throw new Rejection(
        'There is no terminal to ask on. Give the answers as flags or by --file, and --yes.',
      );
    const terminal = openTerminal();
    try {
      terminal.say(`A new installation in ${dataDir}. Enter takes what stands in brackets.\n`);
      answers = await askAnswers(terminal, given, proposed, dataDir);
      password = await askPassword(terminal, answers);
    } finally {
      terminal.close();
    }
  }
  const error = password === null ? null : await passwordError(password, answers);
  if (error) throw new Rejection(`--password-stdin: ${passwordErrors[error]}`);
  report(answers, await install(answers, password, force), dataDir);
}

type Options = ReturnType<typeof readArguments>;

function readArguments() {
  const texts = Object.fromEntries(
    [...fields.map(({ flag }) => flag), 'file'].map((flag) => [flag, { type: 'string' as const }]),
  );
  const flags = ['yes', 'force', 'password-stdin', 'help'].map((flag) => [
    flag,
    { type: 'boolean' as const },
  ]);
  try {
    return parseArgs({ options: { ...texts, ...Object.fromEntries(flags) } }).values as Record<
      string,
      string | boolean | undefined
    >;
  } catch (error) {
    throw new Rejection(`${(error as Error).message}\n\n${usage}`);
  }
}

function flagAnswers(options: Options): Partial<Answers> {
  const given = fields.filter(({ flag }) => options[flag] !== undefined);
  return Object.fromEntries(given.map(({ name, flag }) => [name, String(options[flag])]));
}

function fileAnswers(file: Options[string]): Partial<Answers> {
  if (typeof file !== 'string') return {};
  if (!existsSync(file)) throw new Rejection(`--file: there is no ${file}.`);
  if (statSync(file).size > fileSizeMax) throw new Rejection(`--file: ${file} is larger than 64 KB.`);
  return readAnswers(readFileSync(file, 'utf8'), file);
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY)
    throw new Rejection('--password-stdin needs the password on standard input, not on a terminal.');
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    text += part;
    if (text.length > fileSizeMax) throw new Rejection('--password-stdin: the input is too long.');
  }
  // `echo secret |` adds a newline that is not part of the password.
  return text.replace(/\r?\n$/, '');
}

function report(
  answers: Answers,
  { invitation, isUnchanged, otherAccounts }: Installed,
  dataDir: string,
): void {
  const lines = [
    `Set up for ${answers.agentName}, without demo data.`,
    `  Settings       ${settingsFile(dataDir)}`,
    `  Backups        ${answers.backups} (npm run backup)`,
    `  Administrator  ${answers.email}${isUnchanged ? ', whose account is unchanged' : ''}`,
  ];
  if (otherAccounts.length > 0) lines.push(`  More accounts  ${otherAccounts.join(', ')}`);
  const winning = settingNames.filter((name) => process.env[name]);
  if (winning.length > 0)
    lines.push(`  Set in the environment, which wins over the settings: ${winning.join(', ')}`);
  lines.push(
    '',
    'Next: npm start. At the first sign-in a second factor is set up.',
    'Before files are sealed: npm run registry:keys -- rotate, which makes the root of the signing keys.',
  );
  if (invitation)
    lines.push(
      '',
      `With this link ${answers.email} chooses a password. It works once, for ${invitationHours} hours:`,
      invitation,
    );
  console.log(lines.join('\n'));
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
