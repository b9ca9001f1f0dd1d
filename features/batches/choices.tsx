import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/input/inputs';

type Props<Id> = {
  title: string;
  error: string | undefined;
  items: readonly { id: Id; label: string; note: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
};

/** Multiple choice in list order, with buttons for all and none. */
export function Choices<Id extends string | number>({ title, error, items, chosen, onChange }: Props<Id>) {
  const all = chosen.length === items.length;
  return (
    <fieldset>
      <legend className="font-title text-lg">{title}</legend>
      {error && <p className="text-sm text-danger">{error}</p>}
      {items.length > 2 && (
        <Button size="sm" className="mt-1" onClick={() => onChange(all ? [] : items.map(({ id }) => id))}>
          {all ? 'Clear selection' : `Select all ${items.length}`}
        </Button>
      )}
      <div className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {items.map(({ id, label, note }) => (
          <Checkbox
            key={id}
            label={label}
            hint={note}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(
                items.flatMap((item) =>
                  (item.id === id ? event.target.checked : chosen.includes(item.id)) ? [item.id] : [],
                ),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
