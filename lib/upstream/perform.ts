import 'server-only';
import { redactionsFor } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { readJson } from '../contract/wire.ts';
import { type Input, issuerOf } from './authorise.ts';
import { callUpstream, openFile } from './call.ts';
import type { Dashboard } from './dashboard.ts';
import { noteDrift } from './drift.ts';
import { proveObject } from './prove.ts';
import { redact } from './redact.ts';

type About = { requestId: string; signal?: AbortSignal };

/** An answer as JSON value; throws when the registry's text is none. */
function parsed(text: string): unknown {
  try {
    return readJson(text, 'bigint');
  } catch {
    throw new ApiError('upstream_unreadable');
  }
}

/** A call that answers with data: asked, checked against the contract, redacted for this person. */
export async function performRead(
  board: Dashboard,
  person: Person,
  id: EndpointId,
  input: Input,
  about: About,
): Promise<unknown> {
  const leave = board.limits.enter(person.id, 'read');
  try {
    await proveObject(person, id, input, (other, query) =>
      callUpstream(board.upstream, other, query, about.signal),
    );
    const value = parsed(await callUpstream(board.upstream, id, input, about.signal));
    noteDrift(id, value);
    return redact(value, redactionsFor(person, id), board.upstream.host);
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
  about: About,
): Promise<string> {
  const leave = board.limits.enter(person.id, 'report');
  try {
    await proveObject(person, id, input, (other, query) => callUpstream(board.upstream, other, query));
    const asOfField = endpointOf(id).report?.asOf;
    const asOf = asOfField ? input[asOfField] : null;
    const run = {
      person: person.id,
      requestId: about.requestId,
      endpoint: id,
      issuer: issuerOf(id, input),
      asOf: typeof asOf === 'string' ? asOf : null,
      input,
    };
    return await board.runs.begin(run, async () => {
      const answer = parsed(await callUpstream(board.upstream, id, input));
      return openFile(board.upstream, (answer as { downloadUrl?: unknown } | null)?.downloadUrl);
    });
  } finally {
    leave();
    board.defer(board.runs.sweep());
  }
}
