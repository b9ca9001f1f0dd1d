import { request } from '#lib/api/call';
import type { ItemForm } from './item-form.ts';

/** Makes a draft of the user's; one that has this ID already stays as it is. Throws ApiError. */
export async function storeDraft(id: string, content: ItemForm): Promise<void> {
  await request(`/api/drafts/${encodeURIComponent(id)}`, { method: 'POST', body: { revision: 0, content } });
}
