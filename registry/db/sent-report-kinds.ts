/** What a report that was sent is about; the column of the database accepts these values (migration 0033). */
export type SentReportKind = 'Aged differences' | 'Buy-ins' | 'Unposted items' | 'Late turnaround';
