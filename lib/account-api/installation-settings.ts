import 'server-only';
import { z } from 'zod';
import { rightsOf } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { auditedChange } from '../session/accounts/audited-change.ts';
import { changeSetting } from '../store/installation.ts';
import { handleAccount, parsed, type Where } from './handler.ts';
import { requireFresh } from './prove.ts';

const shape = z.strictObject({ allowed: z.boolean() });

/**
 * POST /api/settings/sending `{ allowed }`: allows or stops sending files by a link, for the whole installation and at once,
 * also for links made before. Administrators only, after a recent authentication.
 */
export function handleSendingSetting(request: Request, where: Where): Promise<Response> {
  return handleAccount(request, where, 'setting-sending', 'sending', async (requested) => {
    if (!rightsOf(requested.standing.person).administers) throw new ApiError('forbidden');
    requireFresh(requested);
    const { allowed } = parsed(shape, requested.body);
    await auditedChange(where.pool, async (client) => {
      const before = await changeSetting(client, 'sending', allowed, requested.standing.person.id);
      await requested.record({ detail: { allowed }, before: { allowed: before }, after: { allowed } });
    });
    return { value: { allowed } };
  });
}
