import { type ErrorCode, messageFor } from '#lib/api/error';
import { booksSentence, readFirstDay } from '#lib/reports/first-day';
import { type ReportFormError, reportFormErrors } from '#lib/reports/self-service-form';

const own: Partial<Record<ErrorCode, string>> = {
  csrf: 'The form expired or was not sent from this page. Your choices are unchanged: send it again.',
  not_found: 'This issuer has no such account.',
  upstream_rejected: 'The registry did not accept this. Check the account number and the dates.',
};

/** The wrong fields with a message for each; unknown codes in the address are ignored. */
export function readErrors(text: string | undefined): {
  fields: Partial<Record<ReportFormError, string>>;
  texts: string[];
} {
  const parts = (text ?? '').split(' ').filter(Boolean);
  const fields = parts.flatMap((code) =>
    Object.hasOwn(reportFormErrors, code) ? [[code, reportFormErrors[code as ReportFormError]] as const] : [],
  );
  const codes = parts.flatMap((code) => {
    const day = readFirstDay(code);
    if (day) return [booksSentence('this issuer', day)];
    const text = own[code as ErrorCode] ?? messageFor(code as ErrorCode);
    return text && !Object.hasOwn(reportFormErrors, code) ? [text] : [];
  });
  return { fields: Object.fromEntries(fields), texts: [...fields.map(([, each]) => each), ...codes] };
}

/** Errors that keep the file from being created; the form keeps all typed values. */
export function ErrorTexts({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div role="alert" className="mb-4 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3">
      {texts.map((text) => (
        <p key={text} className="font-medium text-danger">
          {text}
        </p>
      ))}
    </div>
  );
}
