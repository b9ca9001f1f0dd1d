import { type CalendarDate, isDate } from '#lib/format/dates';
import { clockIn } from '#registry/clock';
import { readEnv } from '#registry/env';
import { changeAuthorized } from '#registry/ledger/capital';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import { type OpenClass, openClass } from '#registry/ledger/issuers';
import { rename } from '#registry/ledger/rename';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { issuerHistory } from '#registry/queries/issuer-history';
import { inTransaction, Rejection, readArguments, runCommand } from './command.ts';

const usage = `Issuers and their classes. Works beside a running registry; every change needs what allows it, which is kept.

  npm run registry:issuers -- list [ISSUER]
  npm run registry:issuers -- history ISSUER
  npm run registry:issuers -- name ISSUER "NAME" --authority "…"
  npm run registry:issuers -- name-class ISSUER CLASS "NAME" --authority "…"
  npm run registry:issuers -- open-class ISSUER TYPE "NAME" [--series A|B|C] [--authorized N] --authority "…"
  npm run registry:issuers -- authorize ISSUER CLASS N --authority "…"

CLASS is the name of a class or its id. TYPE is C, P, W, U, B, D or M. Without --authorized a class has no limit. What
is opened or authorized counts from today, or from an earlier day given as --effective yyyy-mm-dd.`;

type Found = { id: bigint; customer_id: bigint; name: string; status: string };

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { authority: text, series: text, authorized: text, effective: text };
  const { positionals, values } = readArguments(usage, { allowPositionals: true, options });
  const [verb, id, ...words] = positionals;
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const today = clock.today();
  const recordedAt = clock.now().toISOString();
  const verbs: Record<string, [words: number, work: (tx: Tx) => Promise<string>]> = {
    list: [0, list],
    history: [0, history],
    name: [1, name],
    'name-class': [2, nameClass],
    'open-class': [2, addClass],
    authorize: [2, authorize],
  };
  const [count, work] = verbs[verb ?? ''] ?? [];
  if (!work || words.length !== count || (!id && verb !== 'list')) throw new Rejection(usage);
  await inTransaction(env, 'sharebook issuers', work);

  async function list(tx: Tx): Promise<string> {
    const lines: string[] = [];
    for (const one of id ? [await known(tx)] : await issuers(tx)) {
      lines.push(`${String(one.customer_id).padEnd(16)} ${one.status.padEnd(8)} ${one.name}`);
      for (const held of await classesOf(tx, one.id, today)) lines.push(`  ${classLine(held)}`);
    }
    return lines.join('\n') || 'There is no issuer.';
  }

  async function history(tx: Tx): Promise<string> {
    const changes = await issuerHistory(tx, (await known(tx)).id);
    const lines = changes.map((one) =>
      [one.recorded_at, one.class_name ?? 'issuer', one.what, `(${one.authority})`].join('  '),
    );
    return lines.join('\n') || 'Nothing was changed.';
  }

  async function name(tx: Tx): Promise<string> {
    const issuer = await known(tx);
    await rename(tx, { issuerId: issuer.id, name: words[0]!, authority: authority(), recordedAt });
    return `Issuer ${id} is called "${words[0]}".`;
  }

  async function nameClass(tx: Tx): Promise<string> {
    const { issuer, held } = await knownClass(tx);
    const change = {
      issuerId: issuer.id,
      classId: held.id,
      name: words[1]!,
      authority: authority(),
      recordedAt,
    };
    await rename(tx, change);
    return `Class ${held.id} of issuer ${id} is called "${words[1]}".`;
  }

  async function addClass(tx: Tx): Promise<string> {
    const issuer = await known(tx);
    const [type, called] = words as [string, string];
    const { series = '', authorized } = values;
    if (!/^[CPWUBDM]$/.test(type) || !/^[ABC]?$/.test(series)) throw new Rejection(usage);
    const classId = await openClass(tx, {
      ...{ issuerId: issuer.id, name: called, openedOn: effective(), authority: authority(), recordedAt },
      ...{ code: type as OpenClass['code'], series: series as NonNullable<OpenClass['series']> },
      ...{ authorized: authorized === undefined ? undefined : shares(authorized) },
      ...{ isDollar: type === 'B' || type === 'D', votesPerShare: type === 'C' ? 1 : 0 },
      paperPrefix: type === 'C' ? `C${series || 'S'}` : `${type}${series}`,
    });
    return `Issuer ${id} has the class ${called}, ${classId}.`;
  }

  async function authorize(tx: Tx): Promise<string> {
    const { issuer, held } = await knownClass(tx);
    const effectiveOn = effective();
    const requested = shares(words[1]!);
    const [before] = (await classesOf(tx, issuer.id, effectiveOn)).filter((one) => one.id === held.id);
    const delta = requested - before!.authorized;
    const base = { issuerId: issuer.id, classId: held.id, effectiveOn, recordedAt };
    await changeAuthorized(tx, { ...base, delta, authority: authority() });
    return `${held.name} of issuer ${id} has ${requested} authorized shares from ${held.isUnlimited ? 'its first day' : effectiveOn}.`;
  }

  function effective(): CalendarDate {
    const day = values.effective ?? today;
    if (!isDate(day) || day > today)
      throw new Rejection('Say --effective as a day that has come, yyyy-mm-dd.');
    return day;
  }

  function authority(): string {
    const given = values.authority?.trim();
    if (!given) throw new Rejection('Say what allows the change: --authority "…"');
    return given;
  }

  async function known(tx: Tx): Promise<Found> {
    const found = (await issuers(tx)).find((one) => String(one.customer_id) === id);
    if (!found) throw new Rejection(`There is no issuer ${id}.`);
    return found;
  }

  async function knownClass(tx: Tx): Promise<{ issuer: Found; held: SecurityClass }> {
    const issuer = await known(tx);
    const held = (await classesOf(tx, issuer.id, today)).find(
      (one) => one.name === words[0] || String(one.id) === words[0],
    );
    if (!held) throw new Rejection(`Issuer ${id} has no class ${words[0]}.`);
    return { issuer, held };
  }
}

async function issuers(tx: Tx): Promise<Found[]> {
  const { rows } = await tx.query<Found>(
    'select id, customer_id, name, status from issuer order by customer_id',
  );
  return rows;
}

function classLine(one: SecurityClass): string {
  const limit = one.isUnlimited ? 'no limit' : `${one.authorized} authorized`;
  return `${String(one.id).padEnd(16)} ${one.code}${one.series.padEnd(2)} ${limit.padEnd(26)} ${one.name}`;
}

function shares(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Rejection(`"${text}" is not a number of shares.`);
  return BigInt(text);
}

await runCommand(main);
