import type { Db } from '../db/session.ts';

type AgentRow = {
  name: string;
  file_number: string;
  is_fictional: boolean;
  participant_number: string;
  regulatory_agency: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postal_code: string;
  phone: string;
};

export type AgentFacts = {
  name: string;
  fileNumber: string;
  isFictional: boolean;
  /** Its number at the depository; '' for none. */
  participantNumber: string;
  /** Its appropriate regulatory agency, as Form TA-2 names it; '' where it was not recorded. */
  regulatoryAgency: string;
  /** Lines of its address, without empty ones. */
  address: readonly string[];
};

/** The transfer agent as named in report headings and on Form TA-2. */
export async function agentFacts(db: Db): Promise<AgentFacts> {
  const { rows } = await db.query<AgentRow>('select * from agent order by id limit 1');
  const row = rows[0];
  return {
    name: row?.name ?? '',
    fileNumber: row?.file_number ?? '',
    isFictional: row?.is_fictional ?? false,
    participantNumber: row?.participant_number ?? '',
    regulatoryAgency: row?.regulatory_agency ?? '',
    address: [
      row?.address1,
      row?.address2,
      [row?.city, [row?.state, row?.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      row?.phone,
    ].flatMap((line) => line || []),
  };
}
