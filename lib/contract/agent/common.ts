// Request fields that all agent operations share: acting user, item ID and version.

import { z } from 'zod';
import { line } from '../holder-fields.ts';

/** Who acts. The dashboard's server fills it in from the session; another program names its user. */
export const actor = z
  .object({
    email: z.string().max(254).meta({ title: 'E-mail' }),
    firstName: line('First name', 100),
    lastName: line('Last name', 100),
  })
  .meta({ title: 'Actor', description: 'The user who acts.', hidden: true });

export const itemId = z
  .int()
  .positive()
  .meta({ title: 'Item', description: 'The item, by its number in the registry.' });

export const version = z
  .int()
  .positive()
  .meta({ title: 'Version', description: 'The version on which this was decided.' });
