import 'server-only';
import { createTransport } from 'nodemailer';
import { isOnLoopback } from '../net/exposure.ts';

/** Where mail is handed over: an smtp or smtps address, with user and password where needed, and the sender's address. */
export type MailServer = { url: string; from: string };

export type Message = { to: string; subject: string; text: string };

/** Hands a message over to the mail server; rejects when it was not accepted. */
export type SendMail = (message: Message) => Promise<void>;

const timeoutMs = 20_000;

/** Sends by SMTP, one connection for each message. TLS is required, except to a server on this machine. */
export function openMail({ url, from }: MailServer): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  // Not as an address: nodemailer ignores the other options then, and TLS would not be required.
  const transport = createTransport(
    {
      host,
      ...(port && { port: Number(port) }),
      secure: protocol === 'smtps:',
      requireTLS: !isOnLoopback(host),
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // A message is text of ours: nothing in it is read from a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return async (message) => {
    await transport.sendMail(message);
  };
}
