// Dialog that lists all keyboard shortcuts, with the switch for single keys.

'use client';

import { useEffect, useState } from 'react';
import type { NavItem } from '#components/shell/navigation';
import { type KeyLine, pageKeys } from '#components/ui/browser/page-keys';
import { setShortcutsOn, shortcutsOn } from '#components/ui/browser/shortcuts';
import { Checkbox } from '#components/ui/input/inputs';
import { Kbd } from '#components/ui/kbd';
import { Dialog } from '#components/ui/overlay/dialog';

type Props = { nav: readonly NavItem[]; paletteKey: string; open: boolean; onClose: () => void };

type Line = KeyLine;

const everywhere: readonly Line[] = [
  [['/'], 'Filter the table'],
  [['T'], 'Return to today'],
  [['?'], 'Show keyboard shortcuts'],
  [['Esc'], 'Close the open dialog'],
];

const inTables: readonly Line[] = [
  [['↑', '↓', 'J', 'K'], 'Move by row'],
  [['Page Up', 'Page Down'], 'Move by page'],
  [['Home', 'End'], 'First and last row'],
  [['←', '→'], 'Scroll columns'],
  [['Shift ↑', 'Shift ↓'], 'Extend the selection from a row’s checkbox'],
];

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="border-b border-rule pb-0.5 text-sm font-medium">{title}</h3>
      <dl>
        {lines.map(([keys, does]) => (
          <div key={does} className="flex items-baseline justify-between gap-3 border-b border-line py-1">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All keyboard shortcuts, and the switch for those of a single key (WCAG 2.1.4). */
export function KeyList({ nav, paletteKey, open, onClose }: Props) {
  const [on, setOn] = useState(true);
  useEffect(() => {
    if (open) setOn(shortcutsOn());
  }, [open]);
  const pages = nav.flatMap(({ letter, label }): Line[] =>
    letter ? [[['G', letter.toUpperCase()], label]] : [],
  );
  const own = open ? pageKeys() : null;
  const groups = [
    ...(own ? [own] : []),
    { title: 'All pages', lines: [[[paletteKey], 'Search'] as const, ...everywhere] },
    { title: 'Tables', lines: inTables },
    { title: 'Go to a page: G, then', lines: pages },
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" position="top">
      <div className="columns-2 gap-8 max-sm:columns-1">
        {groups.map((group) => (
          <Keys key={group.title} {...group} />
        ))}
      </div>
      <div className="mt-2 border-t border-line pt-3">
        <Checkbox
          label="Use single-key shortcuts"
          checked={on}
          onChange={(event) => {
            setShortcutsOn(event.target.checked);
            setOn(event.target.checked);
          }}
        />
        <p className="mt-1 text-sm text-muted">
          Shortcuts without a modifier, such as G, T, / and ?. They never apply while you type. Saved on this
          device. {paletteKey} and Esc always work.
        </p>
      </div>
    </Dialog>
  );
}
