// Sends mails about scheduled reports that are ready or could not be created.

import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { formatDate } from '#lib/format/dates';
import type { Message, SendMail } from '#lib/mail/smtp';
import { reportTitle } from '#lib/reports/catalogue';
import { noticeFailed, takeNotice } from '#lib/runs/notice-queue';
import type { RunRow } from '#lib/runs/rows';
import type { GatewayContext } from '../gateway-context.ts';
import { stillAllowed } from './own-run.ts';
import { issuerOf } from './public-verification.ts';
import { scheduleMail } from './schedule-mail.ts';

/** Paths of the pages to which a mail leads. */
export type NoticePages = {
  run(id: string, issuer?: number): string;
  downloads(): string;
};

type Where = { pool: Pool; send: SendMail; pages: NoticePages };

/**
 * Tells the users of scheduled reports by mail that a file is there or could not be created: once for each, while they may
 * still have it. A mail that the server does not accept is tried again at the next call, five times in all. The mail names
 * report, issuer and day, and holds no file. Never throws for one mail.
 */
export async function sendNotices(context: GatewayContext, { pool, send, pages }: Where): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const row = await takeNotice(pool, failed);
    if (!row) return;
    const user = await context.userById(row.person);
    if (!user || !stillAllowed(user, row)) continue;
    const outcome = await send({ to: user.email, ...(await noticeOf(context, row, pages)) }).then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
    if (outcome === 'failed') {
      failed.push(row.id);
      await noticeFailed(pool, row.id);
    }
    await context.audit
      .record({
        requestId: randomUUID(),
        actor: row.person,
        action: 'notice',
        outcome,
        endpoint: row.endpoint,
        issuer: row.issuer === null ? null : Number(row.issuer),
        object: row.id,
      })
      .catch(() => undefined);
  }
}

async function noticeOf(
  context: GatewayContext,
  row: RunRow,
  pages: NoticePages,
): Promise<Omit<Message, 'to'>> {
  const issuer = row.issuer === null ? null : await issuerOf(context, Number(row.issuer));
  const title = reportTitle(row.endpoint);
  const of = issuer ? ` of ${issuer.name ?? `issuer ${issuer.id}`}` : '';
  const day = row.as_of ? ` as of ${formatDate(row.as_of)}` : '';
  const address = (path: string) => `${context.publicUrl}${path}`;
  return scheduleMail({
    title,
    of,
    day,
    isReady: row.state === 'ready',
    runAddress: address(pages.run(row.id, issuer?.id)),
    downloadsAddress: address(pages.downloads()),
  });
}
