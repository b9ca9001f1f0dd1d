'use client';

import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '#components/ui/button';
import { TextInput } from '#components/ui/input/text-input';
import { useToast } from '#components/ui/overlay/toast';
import { loadViews, type SavedViews } from '../layout/saved-views.ts';
import { readView, type View, writeView } from '../layout/view.ts';
import type { Arrangement } from '../use-table-control.ts';
import { saveViews, withoutView, withView } from './store-views.ts';

type Props = { table: Arrangement; close: () => void };

/** The full view with its columns, so that the address means the same on every device. */
const wholeView = ({ view, shown }: Arrangement): View => ({ ...view, cols: shown.map((one) => one.id) });

function addressOf(table: Arrangement, view: View): string {
  const params = writeView(new URLSearchParams(window.location.search), view, table.prefix);
  return `${window.location.origin}${window.location.pathname}?${params}`;
}

/** Views saved by name on this device, links to them, and a button for the page's default. */
export function ViewsPanel({ table, close }: Props) {
  const [saved, setSaved] = useState(() => loadViews(table.id));
  const [name, setName] = useState('');
  const notify = useToast();
  const put = (next: SavedViews) => {
    if (saveViews(table.id, next)) setSaved(next);
    else
      notify({
        text: 'This browser does not allow saving views. Copy the link instead.',
        tone: 'danger',
      });
  };
  const copyLink = async (view: View) => {
    try {
      await navigator.clipboard.writeText(addressOf(table, view));
      notify({ text: 'Copied the link to this view.', tone: 'positive' });
    } catch {
      notify({
        text: 'This browser does not allow copying. Copy the address from the address bar.',
        tone: 'danger',
      });
    }
  };
  const viewOf = (query: string) => readView(new URLSearchParams(query), table.columns);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    const query = writeView(new URLSearchParams(), wholeView(table)).toString();
    put(withView(saved, { name: name.trim(), query }));
    setName('');
  };
  return (
    <div className="flex w-80 max-w-full flex-col gap-3 p-3">
      {saved.views.length > 0 && (
        <ul className="flex flex-col gap-1">
          {saved.views.map((view) => (
            <li key={view.name} className="flex items-center gap-1">
              <Button
                size="sm"
                variant="quiet"
                className="min-w-0 flex-1 justify-start!"
                onClick={() => {
                  table.apply(viewOf(view.query));
                  close();
                }}
              >
                <span className="truncate">{view.name}</span>
              </Button>
              <IconButton
                label={`Open this table with ${view.name}`}
                icon="pin"
                aria-pressed={saved.opens === view.name}
                className="size-7 aria-pressed:text-accent"
                onClick={() => put({ ...saved, opens: saved.opens === view.name ? null : view.name })}
              />
              <IconButton
                label={`Copy the link to ${view.name}`}
                icon="copy"
                className="size-7"
                onClick={() => copyLink(viewOf(view.query))}
              />
              <IconButton
                label={`Delete ${view.name}`}
                icon="close"
                className="size-7"
                onClick={() => put(withoutView(saved, view.name))}
              />
            </li>
          ))}
        </ul>
      )}
      <form className="flex gap-1.5" onSubmit={onSubmit}>
        <TextInput
          aria-label="View name"
          placeholder="View name"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit">Save</Button>
      </form>
      <p className="text-xs text-muted">
        A view saves sort, filters and columns on this device. Share a view by its link.
      </p>
      <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-2">
        <Button size="sm" icon="copy" onClick={() => copyLink(wholeView(table))}>
          Copy link to this view
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            table.reset();
            close();
          }}
        >
          Reset
        </Button>
      </div>
    </div>
  );
}
