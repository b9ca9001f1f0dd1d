import { type ErrorCode, sentenceFor } from '#lib/api/error';
import { type GetProblem, getProblems } from '#lib/reports/getting';

const own: Partial<Record<ErrorCode, string>> = {
  csrf: 'The form expired or was not sent from this page. Your choices are unchanged: send it again.',
  not_found: 'This issuer has no such account.',
  upstream_rejected: 'The registry did not accept this. Check the account number and the dates.',
};

/** The wrong fields with a sentence for each; unknown codes in the address are ignored. */
export function readProblems(text: string | undefined): {
  fields: Partial<Record<GetProblem, string>>;
  sentences: string[];
} {
  const words = (text ?? '').split(' ').filter(Boolean);
  const fields = words.flatMap((word) =>
    Object.hasOwn(getProblems, word) ? [[word, getProblems[word as GetProblem]] as const] : [],
  );
  const codes = words.flatMap((word) => {
    const sentence = own[word as ErrorCode] ?? sentenceFor(word as ErrorCode);
    return sentence && !Object.hasOwn(getProblems, word) ? [sentence] : [];
  });
  return { fields: Object.fromEntries(fields), sentences: [...fields.map(([, each]) => each), ...codes] };
}

/** Errors that keep the file from being created; the form keeps all typed values. */
export function Problems({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div role="alert" className="mb-4 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3">
      {sentences.map((sentence) => (
        <p key={sentence} className="font-medium text-danger">
          {sentence}
        </p>
      ))}
    </div>
  );
}
