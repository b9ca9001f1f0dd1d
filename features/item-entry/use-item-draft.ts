// React hook for the draft of an item, kept in the browser and on the server.

'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { readTab, withoutTaxIds, writeTab } from '#components/ui/browser/tab-storage';
import { request } from '#lib/api/call';
import { type ApiError, isApiError } from '#lib/api/error';
import { type ItemForm, isForm } from './item-form.ts';

export type StoredDraft = { id: string; revision: number; savedAt: string; content: unknown };

export type SaveState =
  | { kind: 'empty' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; error: ApiError | null };

/** Another window saved or discarded the draft since; null: it is gone. */
export type Conflict = { now: StoredDraft | null };

const saveAfterMs = 500;
const againAfterMs = 5_000;
const localKey = (user: string, key: string) => `sharebook.item.${user}.${key}`;
const addressOf = (key: string) => `/api/drafts/${encodeURIComponent(key)}`;

type Local = { base: number; form: ItemForm };

function readLocal(user: string, key: string): Local | null {
  const found = readTab(localKey(user, key)) as Local | null;
  return found && isForm(found.form) ? found : null;
}

/** Keeps a form in this browser until the server has it. Tax IDs are only stored on the server, encrypted. */
export const writeLocal = (user: string, key: string, local: Local | null): void =>
  writeTab(localKey(user, key), local, withoutTaxIds);

/** Tax IDs of the server's copy for the rows of the browser's. */
function withTaxIds(form: ItemForm, server: unknown): ItemForm {
  if (!isForm(server)) return form;
  return {
    ...form,
    lines: form.lines.map((line) => {
      const same = server.lines.find(({ id }) => id === line.id);
      return same ? { ...line, holder: { ...same.holder, ...line.holder } } : line;
    }),
  };
}

export async function discardDraft(user: string, key: string): Promise<void> {
  writeLocal(user, key, null);
  await request(addressOf(key), { method: 'DELETE', body: {} });
}

type Input = { user: string; id: string; saved: StoredDraft | null; initial: () => ItemForm };

/**
 * The form of a draft. Every change is kept in this browser at once and on the server half a second later, so that
 * neither a reload nor the end of the session loses it. Windows on one draft notice each other.
 */
export function useItemDraft({ user, id, saved, initial }: Input) {
  const [start] = useState(() => {
    const local = readLocal(user, id);
    const server = saved && isForm(saved.content) ? saved.content : null;
    const typed = local && withTaxIds(local.form, server);
    const revision = saved?.revision ?? 0;
    // A page that is left saves once more and does not see the answer: the same content is its own save.
    const isCurrent = !local || local.base === revision || JSON.stringify(typed) === JSON.stringify(server);
    return {
      form: typed ?? server ?? initial(),
      isRestored: local !== null || server !== null,
      isUnsaved: local !== null,
      conflict: isCurrent ? null : { now: saved },
      base: isCurrent ? revision : local.base,
    };
  });
  const [form, setForm] = useState(start.form);
  const [conflict, setConflict] = useState<Conflict | null>(start.conflict);
  const [state, setState] = useState<SaveState>(
    saved ? { kind: 'saved', at: saved.savedAt } : { kind: 'empty' },
  );
  const [isOpenElsewhere, setOpenElsewhere] = useState(false);
  const latest = useRef({
    form: start.form,
    revision: start.base,
    isUnsaved: start.isUnsaved,
    isSaving: false,
    isStopped: start.conflict !== null,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const channel = useRef<BroadcastChannel | null>(null);

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const now = latest.current;
    if (!now.isUnsaved || now.isSaving || now.isStopped) return;
    now.isSaving = true;
    const sent = now.form;
    setState({ kind: 'saving' });
    try {
      const answer = (await request(addressOf(id), {
        method: 'POST',
        body: { revision: now.revision, content: sent },
      })) as { revision: number | null; savedAt: string; now: StoredDraft | null };
      if (now.isStopped) return;
      if (answer.revision === null) {
        now.isStopped = true;
        setConflict({ now: answer.now });
        setState({ kind: 'failed', error: null });
        return;
      }
      now.revision = answer.revision;
      now.isUnsaved = now.form !== sent;
      writeLocal(user, id, now.isUnsaved ? { base: now.revision, form: now.form } : null);
      setState({ kind: 'saved', at: answer.savedAt });
      channel.current?.postMessage('saved');
      if (now.isUnsaved) timer.current = setTimeout(() => void save(), saveAfterMs);
    } catch (error) {
      setState({ kind: 'failed', error: isApiError(error) ? error : null });
      timer.current = setTimeout(() => void save(), againAfterMs);
    } finally {
      now.isSaving = false;
    }
  }, [id, user]);

  const change = useCallback(
    (next: (form: ItemForm) => ItemForm) => {
      const now = latest.current;
      now.form = next(now.form);
      now.isUnsaved = true;
      setForm(now.form);
      writeLocal(user, id, { base: now.revision, form: now.form });
      clearTimeout(timer.current);
      if (!now.isStopped) timer.current = setTimeout(() => void save(), saveAfterMs);
    },
    [id, save, user],
  );

  /** Shows the draft as another window saved it. */
  const load = useCallback(
    (draft: StoredDraft) => {
      if (!isForm(draft.content)) return;
      Object.assign(latest.current, {
        form: draft.content,
        revision: draft.revision,
        isUnsaved: false,
        isStopped: false,
      });
      writeLocal(user, id, null);
      setForm(draft.content);
      setConflict(null);
      setState({ kind: 'saved', at: draft.savedAt });
    },
    [id, user],
  );

  useEffect(() => {
    if (latest.current.isUnsaved) void save();
    const onHide = () => void save();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      void save();
    };
  }, [save]);

  useEffect(() => {
    const open = new BroadcastChannel(`sharebook.item.${id}`);
    channel.current = open;
    open.onmessage = async ({ data }) => {
      if (data === 'hello') open.postMessage('present');
      if (data === 'hello' || data === 'present') setOpenElsewhere(true);
      if (data === 'closed') setOpenElsewhere(false);
      // What was typed here is not replaced: the next save finds the conflict.
      if (data !== 'saved' || latest.current.isUnsaved) return;
      const draft = (await request(addressOf(id)).catch(() => null)) as StoredDraft | null;
      if (draft && !latest.current.isUnsaved && draft.revision > latest.current.revision) load(draft);
    };
    open.postMessage('hello');
    return () => {
      open.postMessage('closed');
      open.close();
      channel.current = null;
    };
  }, [id, load]);

  return {
    form,
    change,
    state,
    conflict,
    isOpenElsewhere,
    isRestored: start.isRestored,
    load,
    /** Keeps what is typed here over what another window saved. */
    keep: () => {
      latest.current.revision = conflict?.now?.revision ?? 0;
      latest.current.isStopped = false;
      latest.current.isUnsaved = true;
      setConflict(null);
      void save();
    },
    /** No more saves: the item was sent. */
    close: () => {
      latest.current.isStopped = true;
      clearTimeout(timer.current);
      void discardDraft(user, id).catch(() => undefined);
    },
  };
}
