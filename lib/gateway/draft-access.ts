// Route handler of the user's drafts of items.

import 'server-only';
import { can } from '../access/can.ts';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { json } from '../api/respond.ts';
import type { Draft } from '../drafts/drafts.ts';
import { answerUser } from './answer-user.ts';
import type { GatewayContext } from './gateway-context.ts';
import { invalid, readBody, rejectForeign } from './request.ts';

const idForm = /^[\w-]{8,64}$/;
const bytesMax = 512 * 1024;

const mayEnter = (user: User) => can(user, 'CreateItem');

/** The user's drafts, last saved first; none for users who may not enter items. */
export async function listDrafts({ drafts }: GatewayContext, user: User): Promise<Draft[]> {
  return mayEnter(user) ? drafts.list(user.id) : [];
}

/** One of the user's drafts, or null. */
export async function readDraft({ drafts }: GatewayContext, user: User, id: string): Promise<Draft | null> {
  return mayEnter(user) && idForm.test(id) ? drafts.read(user.id, id) : null;
}

/**
 * GET, POST and DELETE /api/drafts/<id>: one of the user's own drafts. POST `{ revision, content }` saves over the
 * revision that the form was read at, and is answered with the draft as it is when another window was first. DELETE `{}` is
 * done as well where there is none: it was never saved, or another window discarded it. Typing is no act on the
 * register: nothing of it is in the audit trail. Never throws.
 */
export function handleDraft(request: Request, context: GatewayContext, id: string): Promise<Response> {
  return answerUser(request, context, null, async ({ user, requestId }) => {
    const about = { requestId, secure: false };
    if (!mayEnter(user) || !idForm.test(id)) throw new ApiError('not_found');
    if (request.method === 'GET') {
      const draft = await context.drafts.read(user.id, id);
      if (!draft) throw new ApiError('not_found');
      return json(draft, about);
    }
    rejectForeign(request, context.publicUrl);
    const body = (await readBody(request)) as Record<string, unknown> | null;
    if (request.method === 'DELETE') {
      await context.drafts.discard(user.id, id);
      return json({ id }, about);
    }
    const { revision, content } = body ?? {};
    if (!Number.isSafeInteger(revision) || (revision as number) < 0)
      throw invalid({ revision: ['This must be a whole number.'] });
    if (typeof content !== 'object' || content === null) throw invalid({ content: ['This is required.'] });
    if (JSON.stringify(content).length > bytesMax) throw new ApiError('too_large');
    return json(await context.drafts.save(user.id, id, revision as number, content), about);
  });
}
