import type { Message } from '#lib/mail/smtp';

type Facts = {
  title: string;
  /** ' of Larkspur Inc.', or ''. */
  of: string;
  /** ' as of Jun 30, 2026', or ''. */
  day: string;
  isReady: boolean;
  runAddress: string;
  downloadsAddress: string;
};

/** The mail on a scheduled report that is ready or could not be created. */
export const scheduleMail = (facts: Facts): Omit<Message, 'to'> => {
  const { title, of, day, isReady, runAddress, downloadsAddress } = facts;
  return {
    subject: isReady ? `Scheduled report: ${title}` : `Scheduled report not created: ${title}`,
    text: [
      isReady
        ? `${title}${of}${day} is ready. Sign in to download it:`
        : `${title}${of}${day} could not be created. Sign in to see the reason and to try again:`,
      runAddress,
      '',
      'You scheduled this report. To stop it, open Downloads:',
      downloadsAddress,
      '',
    ].join('\n'),
  };
};
