'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryPlaceholder } from '#components/data/query-result';
import { FilterChips } from '#components/register/filter-chips';
import { FilterSheet } from '#components/register/filter-sheet';
import type { TableHandle } from '#components/table/table-region';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { type KeyLine, usePageKeys } from '#components/ui/browser/page-keys';
import { useShortcut } from '#components/ui/browser/shortcuts';
import { useMediaQuery } from '#components/ui/browser/use-media-query';
import { Button, LinkButton } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { Kbd } from '#components/ui/kbd';
import { PageHeader } from '#components/ui/text';
import { routes } from '#lib/routes';
import { CursorContext } from './cursor.tsx';
import { CutoffClock } from './cutoff-clock.tsx';
import { type ItemRow, itemKey } from './item-row.ts';
import { endedStages, itemStageText, openStages } from './item-stages.ts';
import type { Words } from './item-texts.ts';
import { newestVersion } from './merge-changes.ts';
import { stageCounts, unassigned } from './stage-counts.ts';
import { maySteps, nextRow, type StepName, type StepTarget, stepNames, steps } from './step/steps.ts';
import { useItems } from './use-items.ts';
import { useViewers } from './use-viewers.ts';

const ItemsTable = lazyComponent(
  () => import('./items-table.tsx').then((part) => part.ItemsTable),
  <LoadingPlaceholder text="Loading items…" lines={12} />,
);
const ItemPanel = lazyComponent(
  () => import('./panel/item-panel.tsx').then((part) => part.ItemPanel),
  <LoadingPlaceholder text="Loading item…" lines={12} />,
  'when drawn',
);
const StepDialog = lazyComponent(
  () => import('./step/step-dialog.tsx').then((part) => part.StepDialog),
  null,
  'when drawn',
);

const keys = {
  title: 'Work queue',
  lines: [
    [['J', 'K'], 'Next and previous item'],
    [['Enter'], 'Open item'],
    [['X', 'Space'], 'Select item'],
    ...stepNames.map((name): KeyLine => [[steps[name].key.toUpperCase()], steps[name].label]),
    [['V'], 'Document beside the item; again: the next one'],
    [['B'], 'Close the document'],
    [['E'], 'Edit item'],
    [['N'], 'Enter item'],
    [['Esc'], 'Close item'],
  ] as readonly KeyLine[],
};

type Props = {
  issuers: readonly { customerIssuerId: number; name: string }[];
  /** Null: all issuers. */
  issuer: number | null;
  /** E-mail of the user. */
  me: string;
  today: string;
  words: Words;
  /** Operations that the registry has and the user may use. */
  operations: readonly string[];
  agent: boolean;
};

const coversBelowPx = 900;

/** The work queue: the items in a list, the current one beside it, and a key for every step. */
export function ItemsView({ issuers, issuer, me, today, words, operations, agent }: Props) {
  const router = useRouter();
  const params = useSearchParams();
  const ended = endedStages.find((stage) => stage === params.get('ended')) ?? null;
  const list = useItems(issuer, ended);
  const { rows } = list;
  const handle = useRef<TableHandle<ItemRow> | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<ItemRow | null>(null);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [isViewing, setViewing] = useState(false);
  const [target, setTarget] = useState<StepTarget | null>(null);
  const rowIndex = useRef(0);
  const covers = useMediaQuery(`(width < ${coversBelowPx}px)`);
  const currentKey = current && itemKey(current);
  // The item stays in the panel when it leaves the list; the panel loads its details again for a later version.
  const shown = current && newestVersion(current, rows, list.changes);
  const may = (name: StepName) => operations.includes(steps[name].operation);
  const mayLog = operations.includes('CreateItem');
  const mayEdit = operations.includes('UpdateItem');
  const mayWrite = operations.includes('WriteToIssuer');
  const files = {
    read: operations.includes('GetItemDocument'),
    add: operations.includes('UploadItemDocument'),
    remove: operations.includes('RemoveItemDocument'),
  };

  const focusRow = (key: string) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-item="${key}"]`)?.focus({ preventScroll: true }),
    );
  const moveTo = (index: number) => {
    const shownRows = handle.current?.rows ?? [];
    const to = Math.max(0, Math.min(shownRows.length - 1, index));
    const row = shownRows[to];
    if (!row) return;
    rowIndex.current = to;
    handle.current?.reveal(to);
    setCurrent(row);
    focusRow(itemKey(row));
  };
  const at = () => (handle.current?.rows ?? []).findIndex((row) => itemKey(row) === currentKey);
  /** The place `by` rows from the current one. After its row has left, the next one is in its place. */
  const stepped = (by: number) => {
    const index = at();
    if (index >= 0 || !currentKey) return index + by;
    return rowIndex.current + (by > 0 ? by - 1 : by);
  };
  // Where the current row is, so that the next one is known once it has left.
  useEffect(() => {
    const index = at();
    if (index >= 0) rowIndex.current = index;
  });
  const open = (row: ItemRow) => {
    setCurrent(row);
    setPanelOpen(true);
  };
  // An address can name the item to open.
  const asked = useRef(params.get('item'));
  useEffect(() => {
    const row = asked.current && rows.find((one) => itemKey(one) === asked.current);
    if (!row) return;
    asked.current = null;
    setCurrent(row);
    setPanelOpen(true);
  }, [rows]);
  const close = () => {
    setPanelOpen(false);
    if (currentKey) focusRow(currentKey);
  };
  const select = () => {
    const index = at();
    if (index >= 0) handle.current?.selection?.toggle(index, false);
  };
  const step = (name: StepName) => {
    if (target || !may(name)) return;
    const ticked = handle.current?.selection?.rows ?? [];
    const chosen = ticked.length > 0 ? ticked : shown ? [shown] : [];
    const items = chosen.filter((row) => maySteps(row.stage).includes(name));
    if (items.length > 0) setTarget({ name, items, leftOut: chosen.length - items.length });
  };
  /** Closes the dialog; the place is kept, and the next item that was not done is current. */
  const stepDone = (done: ReadonlySet<string>) => {
    if (!target) return;
    const listed = handle.current?.rows ?? [];
    const index = at();
    const next = nextRow(listed, index < 0 ? rowIndex.current : index, currentKey, {
      name: target.name,
      done,
    });
    setTarget(null);
    const { selection } = handle.current ?? {};
    // Those that were refused stay selected, to be dealt with next.
    if (done.size > 0 && selection)
      selection.only(selection.rows.map(itemKey).filter((key) => !done.has(key)));
    if (next) return moveTo(listed.indexOf(next));
    if (currentKey) focusRow(currentKey);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!from.matches('[data-item], section[aria-label$="scrolls"]')) return;
    const pageRows = 15;
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(stepped(1)),
      ArrowUp: () => moveTo(stepped(-1)),
      j: () => moveTo(stepped(1)),
      k: () => moveTo(stepped(-1)),
      PageDown: () => moveTo(stepped(pageRows)),
      PageUp: () => moveTo(stepped(-pageRows)),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ' ': select,
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  useShortcut('j', () => moveTo(stepped(1)));
  useShortcut('k', () => moveTo(stepped(-1)));
  useShortcut('x', select);
  useShortcut('n', () => router.push(routes.newItem()), mayLog);
  useShortcut(
    'e',
    () => shown && router.push(routes.editItem(shown.customerIssuerId, shown.itemId)),
    mayEdit,
  );
  useShortcut('v', () => setViewing(true), files.read && isPanelOpen && !isViewing);
  useShortcut('b', () => setViewing(false), isViewing);
  useShortcut('Escape', close, isPanelOpen);
  useShortcut(steps.submit.key, () => step('submit'));
  useShortcut(steps.approve.key, () => step('approve'));
  useShortcut(steps.post.key, () => step('post'));
  useShortcut(steps.hold.key, () => step('hold'));
  useShortcut(steps.return.key, () => step('return'));
  useShortcut(steps.take.key, () => step('take'));
  useShortcut(steps.assign.key, () => step('assign'));
  useShortcut(steps.release.key, () => step('release'));
  useShortcut(steps.reject.key, () => step('reject'));
  useShortcut(steps.cancel.key, () => step('cancel'));
  usePageKeys(keys);

  const viewers = useViewers(isPanelOpen ? current : null, mayEdit);
  const cursor = { current: currentKey, changed: list.changed, viewers, open, moveTo: setCurrent };
  const stage = ended ?? openStages.find((one) => params.get('f.stage') === `=${itemStageText[one]}`) ?? null;
  const choose = (value: string | null) => {
    const isEnded = endedStages.some((one) => one === value);
    putParam('f.stage', value && !isEnded ? `=${itemStageText[value as ItemRow['stage']]}` : null);
    putParam('ended', isEnded ? value : null);
  };
  const who = params.get('f.assigned');
  const users = useMemo(
    () =>
      [...new Set([me, ...rows.flatMap((row) => [row.enteredBy, row.assignedTo ?? row.enteredBy])])].sort(),
    [rows, me],
  );
  const issuerName = params.get('f.issuer');
  const inStage = useMemo(
    () => stageCounts(rows, { assigned: who, issuer: issuerName }),
    [rows, who, issuerName],
  );
  // Of ended items only the numbers of all are known.
  const endedCounts = who || issuerName ? [] : list.counts;
  const countOf = (one: ItemRow['stage']) =>
    ended === null && openStages.includes(one)
      ? (inStage.get(one) ?? 0)
      : endedCounts.find((count) => count.stage === one)?.items;
  const isCovered = covers && isPanelOpen;
  const filterText = [
    stage ? itemStageText[stage] : 'All open',
    ...(who ? [who === `=${me}` ? 'mine' : who.slice(1)] : []),
    ...(issuerName ? [issuerName.slice(1)] : []),
  ].join(', ');
  return (
    <>
      <PageHeader
        kicker={<CutoffClock />}
        title="Work queue"
        actions={
          mayLog && (
            <>
              <LinkButton variant="quiet" href={routes.opsQueue({ list: 'transactions' })}>
                Pending transactions
              </LinkButton>
              <LinkButton variant="primary" href={routes.newItem()} aria-keyshortcuts="n">
                Enter item <Kbd>N</Kbd>
              </LinkButton>
            </>
          )
        }
      />
      <div inert={isCovered}>
        <FilterSheet chosen={filterText}>
          <FilterChips
            label="Stage"
            current={stage}
            onChoose={choose}
            chips={[
              {
                value: null,
                label: 'All open',
                count:
                  ended === null
                    ? openStages.reduce((sum, one) => sum + (inStage.get(one) ?? 0), 0)
                    : undefined,
              },
              ...[...openStages, ...endedStages].map((one) => ({
                value: one,
                label: itemStageText[one],
                count: countOf(one),
              })),
            ]}
          />
          <FilterChips
            label="Assigned to"
            current={who}
            onChoose={(value) => putParam('f.assigned', value)}
            chips={[
              { value: null, label: 'Everyone' },
              { value: `=${me}`, label: 'Me' },
              { value: `=${unassigned}`, label: unassigned },
            ]}
          />
          {issuers.length > 1 && (
            <Field label="Issuer" hideLabel className="w-52 max-sm:w-full">
              <Select
                value={agent ? (params.get('f.issuer') ?? '') : String(issuer)}
                onChange={(event) =>
                  agent
                    ? putParam('f.issuer', event.target.value || null)
                    : router.push(routes.opsQueue({ issuer: event.target.value }))
                }
                options={[
                  ...(agent ? [{ value: '', label: 'All issuers' }] : []),
                  ...issuers.map(({ customerIssuerId, name }) => ({
                    value: agent ? `=${name}` : String(customerIssuerId),
                    label: name,
                  })),
                ]}
              />
            </Field>
          )}
        </FilterSheet>
      </div>
      <p role="status" className="sr-only">
        {list.changed.size > 0 && !target && `${list.changed.size} items changed`}
      </p>
      {list.isBehind && (
        <p role="status" className="mb-2 text-warning">
          The registry does not respond. The list may be out of date; it is loaded again automatically.
        </p>
      )}
      <div
        className={
          isPanelOpen && shown
            ? `grid gap-4 max-[900px]:grid-cols-1 ${isViewing ? 'grid-cols-[minmax(16rem,1fr)_minmax(0,3fr)]' : 'grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]'}`
            : undefined
        }
      >
        <div
          ref={box}
          inert={isCovered}
          onKeyDownCapture={onKeyDown}
          className="min-w-0 [&_tr:has([data-changed])]:bg-warning-soft [&_tr:has([data-current])]:bg-accent-soft"
        >
          <CursorContext value={cursor}>
            {list.pages.length === 0 ? (
              <QueryPlaceholder
                error={list.error}
                isFetching={list.isFetching}
                waiting="Loading items…"
                lines={12}
                retry={() => void list.again()}
                cancel={list.stop}
              />
            ) : (
              <ItemsTable
                rows={rows}
                words={words}
                today={today}
                arriving={!list.complete}
                selectable={agent}
                handle={handle}
                selectionActions={(ticked) =>
                  stepNames
                    .filter((name) => may(name) && ticked.some((row) => maySteps(row.stage).includes(name)))
                    .map((name) => (
                      <Button key={name} size="sm" onClick={() => step(name)}>
                        {steps[name].label} <Kbd>{steps[name].key.toUpperCase()}</Kbd>
                      </Button>
                    ))
                }
              />
            )}
          </CursorContext>
        </div>
        {isPanelOpen && shown && (
          <aside className="sticky top-2 max-h-[calc(100dvh-1rem)] self-start overflow-auto rounded-md border border-line bg-raised p-3 max-[900px]:fixed max-[900px]:inset-0 max-[900px]:z-40 max-[900px]:max-h-none max-[900px]:rounded-none">
            <ItemPanel
              key={itemKey(shown)}
              item={shown}
              {...{ words, today, agent, may, mayEdit, mayWrite, files, covers }}
              isViewing={isViewing && files.read}
              onView={setViewing}
              sequence={list.sequence}
              viewers={viewers.get(itemKey(shown)) ?? []}
              onStep={(name) => setTarget({ name, items: [shown], leftOut: 0 })}
              onClose={close}
            />
          </aside>
        )}
      </div>
      {target && <StepDialog target={target} {...{ me, users, words, today }} onClose={stepDone} />}
    </>
  );
}
