import type { Db } from '../db/session.ts';

/** The transfer agent of this registry, as reports and Form TA-2 name it. Empty text: it has no such number. */
export type AgentFacts = {
  name: string;
  fileNumber: string;
  participantNumber: string;
  regulatoryAgency: string;
};

/** Records who the agent is, or corrects it. Shares and the agent's address are not touched. */
export async function recordAgent(
  db: Db,
  { name, fileNumber, participantNumber, regulatoryAgency }: AgentFacts,
): Promise<void> {
  await db.query(
    `insert into agent (id, name, file_number, participant_number, address1, address2, city, state, postal_code,
       country2_code, phone, email, web, is_fictional, regulatory_agency)
     values (1, $1, $2, $3, '', '', '', '', '', '', '', '', '', false, $4)
     on conflict (id) do update set name = excluded.name, file_number = excluded.file_number,
       participant_number = excluded.participant_number, regulatory_agency = excluded.regulatory_agency`,
    [name, fileNumber, participantNumber, regulatoryAgency],
  );
}
