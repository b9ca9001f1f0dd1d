import { createServer, type Socket } from 'node:net';

/** A message as a mail server received it. */
export type Received = { from: string; to: string; text: string };

export type MailServerFake = {
  port: number;
  received: Received[];
  /** What the server answers to a recipient; '250 ok' accepts it. */
  toRecipient: string;
  stop(): Promise<void>;
  /** User and password of the last sign-in. */
  signedIn: readonly string[] | null;
};

/** A mail server on this machine that speaks SMTP without TLS. */
export async function startMailServer(): Promise<MailServerFake> {
  const fake: MailServerFake = {
    port: 0,
    received: [],
    toRecipient: '250 ok',
    stop: async () => undefined,
    signedIn: null,
  };
  const server = createServer((socket) => serve(socket, fake));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  fake.port = typeof address === 'object' && address ? address.port : 0;
  fake.stop = () => new Promise((done) => server.close(() => done()));
  return fake;
}

function serve(socket: Socket, fake: MailServerFake): void {
  const answer = (line: string) => socket.write(`${line}\r\n`);
  let message: Received | null = null;
  let rest = '';
  let isData = false;
  socket.setEncoding('utf8').on('error', () => undefined);
  answer('220 mail.example');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isData && line === '.') {
        isData = false;
        if (message) fake.received.push(message);
        answer('250 ok');
      } else if (isData && message) message.text += `${line}\n`;
      else if (/^(EHLO|HELO)/.test(line)) answer('250-mail.example\r\n250 AUTH PLAIN');
      else if (line.startsWith('AUTH PLAIN ')) {
        fake.signedIn = Buffer.from(line.slice(11), 'base64').toString('utf8').split('\0').slice(1);
        answer('235 ok');
      } else if (line.startsWith('MAIL FROM:')) {
        message = { from: line.slice(10), to: '', text: '' };
        answer('250 ok');
      } else if (line.startsWith('RCPT TO:') && message) {
        message.to = line.slice(8);
        answer(fake.toRecipient);
      } else if (line === 'STARTTLS') answer('502 no TLS');
      else if (line === 'DATA') {
        isData = true;
        answer('354 end with a dot');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else answer('250 ok');
    }
  });
}
