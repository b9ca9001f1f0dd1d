'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Listed } from '#components/register/issuer-choice';
import { recordNavigation } from '#components/ui/browser/pending-navigation';
import { Combobox } from '#components/ui/input/combobox';
import { Dialog } from '#components/ui/overlay/dialog';
import { useToast } from '#components/ui/overlay/toast';
import { useGenerate } from '#lib/api/generate';
import { foundMax, searchFrom } from '#lib/api/register-search';
import { requestFor, selfServiceReportOf } from '#lib/reports/self-service-reports';
import { type Route, routes } from '#lib/routes';
import {
  type Act,
  type Entry,
  type FoundGroup,
  findEntries,
  issuerEntries,
  type PaletteScope,
  standingEntries,
} from './palette-entries.ts';
import { useEverywhere, useIssuerFound } from './palette-search.ts';

type Props = {
  scope: PaletteScope;
  issuers: Promise<readonly Listed[]>;
  open: boolean;
  onClose: () => void;
  onShow: (layer: Layer) => void;
  onToday: () => void;
};

const all = () => true;

/** Search for pages, actions, holders, certificates and transactions; the current issuer comes first. */
export function PaletteDialog({ scope, issuers, open, onClose, onShow, onToday }: Props) {
  const router = useRouter();
  const register = useRegister(scope);
  const [text, setText] = useState('');
  const [everywhere, setEverywhere] = useState(false);
  const typed = useDeferredValue(open ? text : '');
  const listed = useListed(issuers);
  const here = useIssuerFound(scope, typed);
  const others = useEverywhere({
    issuers: listed,
    here: scope.issuer,
    typed,
    everything: everywhere,
    on: open && scope.rights.figures,
  });
  useEffect(() => {
    if (open) return;
    setText('');
    setEverywhere(false);
  }, [open]);

  const standing = useMemo(
    () => [...standingEntries(scope), ...issuerEntries(listed, scope.issuer)],
    [scope, listed],
  );
  // What the registry found is shown whole: the full list of so large a register is slow to search.
  const shownMax = everywhere ? 4 : here.searched ? foundMax : 6;
  const found = useMemo(
    () => findEntries([...standing, ...here.entries, ...others.entries], typed, shownMax),
    [standing, here.entries, others.entries, typed, shownMax],
  );
  const wide =
    scope.rights.portfolio && scope.rights.figures && !everywhere && typed.trim().length >= searchFrom;
  const items = useMemo(
    () => [
      ...found.flatMap((group) => [...group.entries, ...more(group, scope, typed)]),
      ...(wide ? [widen(typed)] : []),
    ],
    [found, scope, typed, wide],
  );
  const acts: Record<Act, () => void> = {
    register,
    today: onToday,
    keys: () => onShow('keys'),
    everywhere: () => setEverywhere(true),
  };
  const choose = (id: string) => {
    const entry = items.find((item) => item.id === id);
    if (!entry) return;
    const stays = 'act' in entry && (entry.act === 'everywhere' || entry.act === 'keys');
    if (!stays) onClose();
    if ('act' in entry) acts[entry.act]();
    else {
      recordNavigation(entry.href);
      router.push(entry.href);
    }
  };
  const error = here.error ?? others.error;
  const progress = [here.progress, others.progress].filter(Boolean).join(' ');
  const first = found[0]?.entries[0];
  // Enter goes to a page at once. It waits for what is searched for: the open issuer's first, or anything where nothing is found.
  const isWaiting = first
    ? here.progress !== null && !standing.some(({ id }) => id === first.id)
    : progress !== '';
  return (
    <Dialog open={open} onClose={onClose} title="Search" position="top">
      <Combobox
        label="Search pages, actions, holders, certificates and transactions"
        placeholder={placeholderOf(scope)}
        list="always"
        autoFocus
        text={text}
        onQuery={setText}
        foundBy={isWaiting ? '' : typed}
        items={items}
        filter={all}
        limit={items.length}
        onSelect={({ id }) => choose(id)}
        empty={progress ? 'No matches yet.' : 'No matches.'}
      />
      <div className="mt-2 border-t border-line pt-2 text-xs text-muted">
        {progress && <p className="first-letter:uppercase">{progress}</p>}
        {error && <p className="text-danger">Search is incomplete: {error.message}</p>}
        {!progress && !error && (
          <p>{here.searched?.hasMore ? 'More holders match. Type more of the name.' : hint(scope)}</p>
        )}
      </div>
    </Dialog>
  );
}

const none: readonly Listed[] = [];

/** The issuers once loaded: a slow registry must not block the palette. */
function useListed(issuers: Promise<readonly Listed[]>): readonly Listed[] {
  const [listed, setListed] = useState(none);
  useEffect(() => {
    let here = true;
    issuers.then(
      (list) => here && setListed(list),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [issuers]);
  return listed;
}

const placeholderOf = ({ issuer, rights }: PaletteScope) =>
  issuer !== null && rights.figures
    ? 'Page, holder, or number of a certificate or transaction'
    : rights.figures
      ? 'Page, report, issuer, or number of a certificate or transaction'
      : 'Page, report or issuer';

const hint = ({ issuer, rights }: PaletteScope) =>
  issuer !== null && rights.figures
    ? 'Type two letters to search holders, or a number to search certificates and transactions.'
    : rights.figures
      ? 'Type the number of a certificate or transaction to find it at any issuer. Open an issuer to search its holders.'
      : 'Open an issuer to search its holders, certificates and transactions too.';

/** Link to the full list of a shortened group. */
function more({ group, matches, entries }: FoundGroup, scope: PaletteScope, typed: string): Entry[] {
  const { issuer, asof } = scope;
  const rest = matches - entries.length;
  const lists: Record<string, ((id: number) => Route) | undefined> = {
    Holders: (id) => routes.holders(id, { asof, q: typed.trim() }),
    Certificates: (id) => routes.certificates(id, { asof, q: typed.trim() }),
  };
  const href = issuer === null ? undefined : lists[group]?.(issuer);
  if (rest <= 0 || !href) return [];
  return [{ id: `more:${group}`, label: `Show all ${matches.toLocaleString('en-US')} matches`, group, href }];
}

const widen = (typed: string): Entry => ({
  id: 'act:everywhere',
  label: `Search other issuers for “${typed.trim()}”`,
  group: 'All issuers',
  act: 'everywhere',
});

/** The register of the day in view as a spreadsheet, the same file as on the overview. */
function useRegister({ issuer, asof, today }: PaletteScope): () => void {
  const router = useRouter();
  const notify = useToast();
  const generate = useGenerate();
  return () => {
    const report = selfServiceReportOf('holders');
    if (issuer === null || !report) return;
    const day = asof ?? today;
    const request = { issuer, day, from: day, to: day, isPDF: false, holder: '', sheet: '' };
    notify({ text: 'Creating the shareholder list…' });
    generate.mutate(
      { id: report.report, input: requestFor(report, request) },
      {
        onSuccess: (run) => router.push(routes.run(run, issuer)),
        onError: (error) => notify({ text: error.message, tone: 'danger' }),
      },
    );
  };
}

export type Layer = 'search' | 'keys' | null;
