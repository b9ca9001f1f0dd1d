// Sender, address lines and masked tax ids of holder statements.

import type { AgentAddress } from '#registry/queries/reports/agent-address';
import type { PostalRow } from '#registry/queries/reports/certificates-by-holder';
import { postalLines, registration } from '../display-text.ts';

/** The sender of a statement: name, address, phone, web. */
export function agentLines(agent: AgentAddress): string[] {
  const city = `${agent.city}, ${agent.state} ${agent.postal_code}`;
  return [
    agent.name,
    [agent.address1, agent.address2, city].filter(Boolean).join(', '),
    [agent.phone, agent.email, agent.web].filter(Boolean).join('   ·   '),
  ];
}

/** The mailing address if there is one, else the primary address. */
export function mailLines(holder: {
  mailing_address: PostalRow | null;
  primary_address: PostalRow | null;
}): string[] {
  const mailing = postalLines(holder.mailing_address);
  return mailing.length > 0 ? mailing : postalLines(holder.primary_address);
}

/** Registration and address, placed for a window envelope. */
export function letterLines(holder: {
  name: string;
  name2: string;
  name3: string;
  mailing_address: PostalRow | null;
  primary_address: PostalRow | null;
}): string[] {
  return [...registration(holder), ...mailLines(holder)];
}

/** The last digits of a tax id; a statement never shows more. */
export function maskedTaxId(type: string, digits: string): string {
  if (!digits) return 'Not on file';
  const last = digits.slice(type === 'SIN' ? -3 : -4);
  return { SSN: `***-**-${last}`, EIN: `**-***${last}`, SIN: `***-***-${last}` }[type] ?? `***${last}`;
}
