import type { Db } from '#registry/db/session';

/** The transfer agent's contact data for holders, and its depository number. */
export type AgentAddress = {
  name: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postal_code: string;
  phone: string;
  email: string;
  web: string;
  participant_number: string;
};

export async function agentAddress(db: Db): Promise<AgentAddress> {
  const { rows } = await db.query<AgentAddress>(
    `select name, address1, address2, city, state, postal_code, phone, email, web, participant_number
       from agent order by id limit 1`,
  );
  if (!rows[0]) throw new Error('The registry does not know its transfer agent.');
  return rows[0];
}
