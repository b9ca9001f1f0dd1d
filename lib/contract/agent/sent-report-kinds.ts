// Reports that an agent sends about its books, by the rules of transfer agents (17 CFR 240.17Ad-2 and 240.17Ad-11).

export const sentReportKinds = ['Aged differences', 'Buy-ins', 'Unposted items', 'Late turnaround'] as const;
export type SentReportKind = (typeof sentReportKinds)[number];

export const recipients = ['Issuer', 'Agency'] as const;
export type Recipient = (typeof recipients)[number];
