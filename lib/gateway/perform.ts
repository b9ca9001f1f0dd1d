// Performs reads and reports at the registry for a user.

import 'server-only';
import { can } from '../access/can.ts';
import { redactionsFor } from '../access/decide.ts';
import type { User } from '../access/roles.ts';
import { isApiError } from '../api/error.ts';
import { type EndpointId, endpointOf, isAgentOperation } from '../contract/index.ts';
import { callUpstream, type Explain, openFile, type Reading } from '../upstream/call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { requireOperation } from './agent-operations.ts';
import { type Input, issuerOf } from './authorize.ts';
import type { GatewayContext } from './gateway-context.ts';
import { type Integers, readResponse } from './response/read.ts';
import { explainBooks, explainRejection } from './response/rejection.ts';
import { withoutDocuments } from './response/without-documents.ts';
import {
  belongsToIssuer,
  holderBeside,
  isHolderAt,
  proveObject,
  provesHolder,
} from './summaries/verify-ownership.ts';

type About = { requestId: string; signal?: AbortSignal };
type Saved = { endpoint: string; input: Input };

/** How errors of our registry are shown; of other registries' texts only the first day of the books. */
export function explainFor({ host }: Upstream, user: User, id: EndpointId): Explain {
  const redactions = { contact: redactionsFor(user, id).contact, host };
  return isAgentOperation(id) ? explainRejection(redactions) : explainBooks(redactions);
}

/** What is removed from the registry's response to an operation for this user. */
export const redactFor = ({ upstream, secret }: GatewayContext, user: User, id: EndpointId) => ({
  ...redactionsFor(user, id),
  host: upstream.host,
  secret,
});

/**
 * The registry's text for a read. Users of the same role and issuers who send the same request at the same time
 * share one call, made with a token for those issuers. Each is authorized, and each response redacted,
 * separately.
 */
function readText(
  { upstream }: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  { signal, reading }: About & { reading?: Reading },
): Promise<string> {
  const { role, issuers } = user;
  const explain = explainFor(upstream, user, id);
  if (reading || endpointOf(id).method !== 'GET')
    return callUpstream(upstream, issuers, id, input, { signal, reading, explain });
  const key = JSON.stringify([id, role, issuers, input]);
  return upstream.reads.read(key, signal, (all) =>
    callUpstream(upstream, issuers, id, input, { signal: all, explain }),
  );
}

/** A call that returns data: sent, checked against the contract, redacted for this user. */
export async function performRead(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  about: About & { reading?: Reading; integers?: Integers },
): Promise<unknown> {
  const leave = context.limits.enter(user.id, 'read');
  try {
    const { upstream } = context;
    const request = (other: EndpointId, query: Input) =>
      callUpstream(upstream, user.issuers, other, query, { signal: about.signal });
    await proveObject(user, id, input, request, upstream.members);
    const text = await readText(context, user, id, input, about).catch((error) => {
      // These two lists show who owns a holder: 404 for an unknown one and an empty list for another issuer's
      // would differ.
      if (provesHolder(user, id, input) && isApiError(error) && error.code === 'not_found') return '[]';
      throw error;
    });
    const rules = {
      operation: id,
      issuer: issuerOf(id, input),
      account: id === 'GetShareholderDetails' ? input.customerShareholderId : undefined,
      normalize: true,
      redact: redactFor(context, user, id),
    };
    const value = readResponse(text, about.integers ?? 'bigint', rules);
    return id === 'GetItem' && !can(user, 'GetItemDocument') ? withoutDocuments(value) : value;
  } finally {
    leave();
  }
}

/**
 * A report: recorded, requested, its link validated, its file fetched at once into the run store. Returns the
 * run ID; link and access code stay on the server. The user's disconnect does not stop it.
 */
export async function performReport(
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  about: About & { issuer?: number | null; asOf?: string | null },
): Promise<string> {
  const leave = context.limits.enter(user.id, 'report');
  try {
    const { upstream } = context;
    const request = (other: EndpointId, query: Input) => callUpstream(upstream, user.issuers, other, query);
    const owner = await proveObject(user, id, input, request, upstream.members);
    // Asked only for a user who may have the report: a refused request calls nothing.
    await requireOperation(context, id);
    /** The issuer of the page, if the object is verified to belong to it; nothing depends on it. */
    const atIssuer = async (issuer: number | null | undefined) => {
      const rule = endpointOf(id).issuer;
      if (rule.by !== 'object' || !issuer) return null;
      const shown = belongsToIssuer(request, rule.object, issuer, input[rule.field]);
      return (await shown.catch(() => false)) ? issuer : null;
    };
    const asOfField = endpointOf(id).report?.asOf;
    const asOf = asOfField ? input[asOfField] : about.asOf;
    const run = {
      person: user.id,
      requestId: about.requestId,
      endpoint: id,
      // The verified owner: its grant is checked again whenever the file is requested.
      issuer: issuerOf(id, input) ?? owner ?? (await atIssuer(about.issuer)),
      asOf: typeof asOf === 'string' ? asOf : null,
      input,
    };
    return await context.runs.begin(run, async () => {
      const response = readResponse(
        await callUpstream(upstream, user.issuers, id, input, {
          explain: explainFor(upstream, user, id),
          actingUser: namedTo(context, user),
        }),
      );
      return openFile(
        upstream,
        user.issuers,
        (response as { downloadUrl?: unknown } | null)?.downloadUrl,
        id,
      );
    });
  } finally {
    leave();
    context.defer(context.runs.sweep());
  }
}

/**
 * The user's name for a registry that is told who acts: one that is known to have agent operations. A report calls nothing
 * more for it; the pages that offer reports have asked before.
 */
function namedTo({ upstream }: GatewayContext, user: User): string | undefined {
  const offered = upstream.discovery.known();
  return offered && offered.size > 0 ? user.name : undefined;
}

/**
 * Whether the registry's own lists show a holder at an issuer; counts against the user's read limit. Throws
 * ApiError.
 */
export async function isHolderOf(context: GatewayContext, user: User, issuer: number, holder: unknown) {
  const leave = context.limits.enter(user.id, 'read');
  try {
    const { upstream } = context;
    const request = (id: EndpointId, query: Input) => callUpstream(upstream, user.issuers, id, query);
    return await isHolderAt(user, { issuer, holder }, request, upstream.members);
  } finally {
    leave();
  }
}

/**
 * Whether the holder that a saved report names beside its issuer belongs there, for users with granted issuers:
 * it may have been created under a role without that check. Throws ApiError when the registry cannot tell.
 */
export async function isHolderShown(context: GatewayContext, user: User, saved: Saved): Promise<boolean> {
  const beside = user.issuers === 'all' ? null : holderBeside(saved.endpoint as EndpointId, saved.input);
  return !beside || isHolderOf(context, user, beside.issuer, beside.holder);
}
