// The form component: loading state, error summary, and errors of single fields.

'use client';

import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../ui/button.tsx';

/** The fields of a client error that a form needs. */
export type FormFailure = {
  code: string;
  message: string;
  requestId?: string;
  /** Field name to error text or texts. */
  fields?: Readonly<Record<string, string | readonly string[]>>;
};

/** The failure of a form whose fields were not sent, by field. */
export const unsentFields = (fields: Readonly<Record<string, string>>): FormFailure => ({
  code: 'invalid',
  message: 'Some fields are missing or not usable.',
  fields,
});

type FormState = { id: string; errorOf: (name: string) => string | null };
const FormContext = createContext<FormState>({ id: 'form', errorOf: () => null });

/** Control id and error text of a field inside a Form. */
export function useFormField(name: string) {
  const form = useContext(FormContext);
  return { id: `${form.id}-${name}`, error: form.errorOf(name) };
}

/** Gives IDs and errors to fields of a form with several actions, which `Form` does not have. */
export function FieldErrorsProvider(props: {
  id: string;
  errors: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const { id, errors, children } = props;
  return <FormContext value={{ id, errorOf: (name) => errors[name] ?? null }}>{children}</FormContext>;
}

const text = (value: string | readonly string[] | undefined) =>
  value === undefined ? null : typeof value === 'string' ? value : value.join(' ');

export type FormProps = {
  /** True while waiting for the response: the button shows it and a second submit does nothing. */
  pending: boolean;
  error: FormFailure | null;
  /** Target of the form for a browser without script. */
  action?: string;
  /** The default submit is already prevented. */
  onSubmit: (data: FormData) => void;
  /** Label of the button; `pendingLabel` while waiting. */
  submit: ReactNode;
  pendingLabel?: ReactNode;
  /** Beside the submit button, e.g. a cancel link. */
  aside?: ReactNode;
  /** Labels for the error summary; a field without one shows its name. */
  labels?: Readonly<Record<string, string>>;
  children: ReactNode;
  className?: string;
};

/** Base of every form in the product: loading and error states are required props. */
export function Form(props: FormProps) {
  const { pending, error, action, onSubmit, submit, pendingLabel, aside, labels, children, className } =
    props;
  const id = useId();
  const [changed, setChanged] = useState<{ of: FormFailure | null; names: readonly string[] }>(unchanged);
  const done = changed.of === error ? changed.names : [];
  /** The error of a field goes when the field is changed. */
  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as unknown as { name?: string };
    if (error && name && error.fields?.[name] !== undefined && !done.includes(name))
      setChanged({ of: error, names: [...done, name] });
  };
  const onForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    // A control that holds unusable text shows its own error; what it last had must not be sent.
    const wrong = [...event.currentTarget.elements].find(
      (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.validity.customError,
    );
    if (!wrong) return onSubmit(new FormData(event.currentTarget));
    const folded = wrong.closest('details');
    if (folded) folded.open = true;
    wrong.focus();
  };
  return (
    <FormContext
      value={{ id, errorOf: (name) => (done.includes(name) ? null : text(error?.fields?.[name])) }}
    >
      <form
        onChange={onChange}
        method="post"
        action={action}
        onSubmit={onForm}
        noValidate
        aria-busy={pending || undefined}
        className={className}
      >
        {error && <Summary error={error} done={done} formId={id} labels={labels} />}
        <div className="flex flex-col gap-4">{children}</div>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? (pendingLabel ?? submit) : submit}
          </Button>
          {aside}
        </div>
      </form>
    </FormContext>
  );
}

const unchanged = { of: null, names: [] };

type SummaryProps = {
  error: FormFailure;
  /** Fields that were changed since. */
  done: readonly string[];
  formId: string;
  labels?: Readonly<Record<string, string>>;
};

/** Takes the focus on each error, so that users find it. */
function Summary({ error, done, formId, labels }: SummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new error moves the focus
  useEffect(() => ref.current?.focus(), [error]);
  const all = Object.keys(error.fields ?? {});
  const names = all.filter((name) => !done.includes(name));
  if (all.length > 0 && names.length === 0) return null;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="mb-4 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3"
    >
      <p className="font-medium text-danger">{error.message}</p>
      {names.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {names.map((name) => (
            <li key={name}>
              <a href={`#${formId}-${name}`} className="underline">
                {labels?.[name] ?? name}
              </a>
              : {text(error.fields?.[name])}
            </li>
          ))}
        </ul>
      )}
      {error.requestId && (
        <p className="mt-1 text-xs break-all">
          {error.code} · request ID <code className="font-mono select-all">{error.requestId}</code>
        </p>
      )}
    </div>
  );
}
