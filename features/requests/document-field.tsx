'use client';

import { BoundField } from '#components/form/fields';
import { controlClass } from '#components/ui/input/control-class';
import { useEarlyInput } from '#components/ui/input/early-input';
import { useField } from '#components/ui/input/use-field';
import { isMediaType, mediaTypes, uploadBytesMax } from '#lib/contract/upload-limits';

/** Why a file cannot be sent; null when it can. The server checks again. */
export function unfitFile(file: File): string | null {
  if (!isMediaType(file.type)) return `${file.name} is not a PDF, PNG, JPEG or TIFF file.`;
  if (file.size > uploadBytesMax) return `${file.name} is larger than 20 MB.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
}

type Props = {
  label: string;
  required?: boolean;
  /** Another type than PDF is accepted as well. */
  onlyPdf?: boolean;
  onChange: (file: File | null) => void;
};

/** One file of a form. */
export function DocumentField({ label, required, onlyPdf = false, onChange }: Props) {
  const hint = onlyPdf ? 'PDF, at most 20 MB.' : 'PDF, PNG, JPEG or TIFF, at most 20 MB.';
  return (
    <BoundField name="document" label={label} hint={hint} required={required}>
      <FileInput
        accept={onlyPdf ? 'application/pdf' : Object.keys(mediaTypes).join(',')}
        onChange={onChange}
      />
    </BoundField>
  );
}

function FileInput({ accept, onChange }: { accept: string; onChange: Props['onChange'] }) {
  const field = useEarlyInput<HTMLInputElement>(({ files }) => onChange(files?.[0] ?? null));
  return (
    <input
      {...useField()}
      ref={field}
      type="file"
      name="document"
      accept={accept}
      onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
      className={`${controlClass} py-1`}
    />
  );
}
