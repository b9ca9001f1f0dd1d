import 'server-only';
import { redactionsFor } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { inForm } from './answer-form.ts';
import { readAnswer } from './answer-json.ts';
import { type Input, issuerOf } from './authorise.ts';
import { callUpstream, openFile, type Reading } from './call.ts';
import type { Dashboard } from './dashboard.ts';
import { noteDrift } from './drift.ts';
import { dropForeignRows, refuseOtherAccount } from './foreign-rows.ts';
import { holderBeside, isHolderAt, isShownAt, proveObject, provesHolder } from './prove.ts';
import { redact } from './redact.ts';

type About = { requestId: string; signal?: AbortSignal };
type Kept = { endpoint: string; input: Input };

/**
 * The registry's text for a read. People of the same role and the same issuers who ask the same at the same moment share
 * one call, made with a token of those issuers; each has been allowed it, and each answer is redacted, by itself.
 */
function readText(
  { upstream }: Dashboard,
  { role, issuers }: Person,
  id: EndpointId,
  input: Input,
  { signal, reading }: About & { reading?: Reading },
): Promise<string> {
  if (reading || endpointOf(id).method !== 'GET')
    return callUpstream(upstream, issuers, id, input, signal, reading);
  const key = JSON.stringify([id, role, issuers, input]);
  return upstream.reads.read(key, signal, (all) => callUpstream(upstream, issuers, id, input, all));
}

/** A call that answers with data: asked, checked against the contract, redacted for this person. */
export async function performRead(
  board: Dashboard,
  person: Person,
  id: EndpointId,
  input: Input,
  about: About & { reading?: Reading },
): Promise<unknown> {
  const leave = board.limits.enter(person.id, 'read');
  try {
    const { upstream } = board;
    const ask = (other: EndpointId, query: Input) =>
      callUpstream(upstream, person.issuers, other, query, about.signal);
    await proveObject(person, id, input, ask, upstream.members);
    const text = await readText(board, person, id, input, about).catch((error) => {
      // The two lists that show whose a holder is: 404 to nobody's and an empty list to somebody else's tell them apart.
      if (provesHolder(person, id, input) && error instanceof ApiError && error.code === 'not_found')
        return '[]';
      throw error;
    });
    const value = readAnswer(text, 'bigint');
    noteDrift(id, value);
    dropForeignRows(id, issuerOf(id, input), text, value);
    refuseOtherAccount(id, input, value);
    return redact(inForm(id, value), redactionsFor(person, id), board.upstream.host);
  } finally {
    leave();
  }
}

/**
 * A report: recorded, asked for, its link guarded, its file fetched at once into the run's own store. Gives the run's
 * id; link and access code stay here. The person leaving does not stop it.
 */
export async function performReport(
  board: Dashboard,
  person: Person,
  id: EndpointId,
  input: Input,
  about: About & { issuer?: number | null },
): Promise<string> {
  const leave = board.limits.enter(person.id, 'report');
  try {
    const { upstream } = board;
    const ask = (other: EndpointId, query: Input) => callUpstream(upstream, person.issuers, other, query);
    const owner = await proveObject(person, id, input, ask, upstream.members);
    /** The issuer whose page the report was asked for on, if the object is shown to be its; nothing hangs on it. */
    const atIssuer = async (issuer: number | null | undefined) => {
      const rule = endpointOf(id).issuer;
      if (rule.by !== 'object' || !issuer) return null;
      const shown = isShownAt(ask, rule.object, issuer, input[rule.field]);
      return (await shown.catch(() => false)) ? issuer : null;
    };
    const asOfField = endpointOf(id).report?.asOf;
    const asOf = asOfField ? input[asOfField] : null;
    const run = {
      person: person.id,
      requestId: about.requestId,
      endpoint: id,
      // Whose it was shown to be: that grant is looked at again whenever the file is asked for.
      issuer: issuerOf(id, input) ?? owner ?? (await atIssuer(about.issuer)),
      asOf: typeof asOf === 'string' ? asOf : null,
      input,
    };
    return await board.runs.begin(run, async () => {
      const answer = readAnswer(await callUpstream(upstream, person.issuers, id, input));
      return openFile(upstream, person.issuers, (answer as { downloadUrl?: unknown } | null)?.downloadUrl);
    });
  } finally {
    leave();
    board.defer(board.runs.sweep());
  }
}

/** Whether the registry's own lists show a holder at an issuer; counted against what the person may read. Throws ApiError. */
export async function isHolderOf(board: Dashboard, person: Person, issuer: number, holder: unknown) {
  const leave = board.limits.enter(person.id, 'read');
  try {
    const { upstream } = board;
    const ask = (id: EndpointId, query: Input) => callUpstream(upstream, person.issuers, id, query);
    return await isHolderAt(person, { issuer, holder }, ask, upstream.members);
  } finally {
    leave();
  }
}

/**
 * Whether the holder that a kept report names beside its issuer belongs there, for people bound to issuers: it may have
 * been made in a role that need not prove that. Throws ApiError when the registry cannot say.
 */
export async function isHolderShown(board: Dashboard, person: Person, kept: Kept): Promise<boolean> {
  const beside = person.issuers === 'all' ? null : holderBeside(kept.endpoint as EndpointId, kept.input);
  return !beside || isHolderOf(board, person, beside.issuer, beside.holder);
}
