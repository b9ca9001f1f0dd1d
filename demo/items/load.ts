// Loads the work queue of the demo.

import type { PoolClient } from 'pg';
import { type ItemContent, itemContent } from '#lib/contract/agent/content';
import { addBusinessDays, federalCalendar, isBusinessDay } from '#lib/format/business-days';
import { addDays, type CalendarDate } from '#lib/format/dates';
import type { Clock } from '#registry/clock';
import type { WorkSettings } from '#registry/items/approval/approval-rule';
import { enterItem } from '#registry/items/enter';
import { addFile } from '#registry/items/files';
import { type Actor, type Item, lockIssuer } from '#registry/items/item';
import { latestNextAction } from '#registry/items/rules/clock';
import { instantOf, localTime } from '#registry/items/rules/local-clock';
import { approveItem, holdItem, postItems, submitItem } from '#registry/items/take-steps';
import type { Requester } from '#registry/items/try-content';
import { type Books, openBooks } from './books.ts';
import { postedDeposit, type Task } from './contents.ts';
import { createPapers, type PaperMaker } from './papers.ts';
import { type Planned, planItems } from './plan.ts';
import { scannedPage } from './scans.ts';

/** The operators who enter the items in turn. */
const operators: readonly [Actor, Actor] = [
  { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' },
  { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
];

/** Items received on one day, and how many of them by noon. */
const perDay = 30;
const byNoon = { before: 20, load: 22 };

/** Minutes of a day: the first mail, noon, and the last item. */
const [opens, noon, closes] = [8 * 60 + 30, 12 * 60, 15 * 60 + 30];

export type ItemSettings = WorkSettings & { clock: Clock };

/**
 * Loads the work queue of the demo: items received on the last business day up to the clock's day and on the one
 * before. They are entered by the queue's own functions, so the queue holds nothing that it would refuse to enter.
 * Returns them in the order of the plan.
 */
export async function loadItems(
  tx: PoolClient,
  { clock, approval, cutoff }: ItemSettings,
): Promise<{ issuer: number; itemId: number }[]> {
  const days = daysOf(clock);
  const books = openBooks(tx);
  const papers = createPapers();
  const asked = (actor: Actor, at: string): Requester => ({
    actor,
    clientId: 'demo-agent',
    mayUseAnyHolder: true,
    today: localTime(at, clock.timeZone).date,
    timeZone: clock.timeZone,
    cutoff,
    now: at,
  });
  const turns = new Map<string, number>();
  const loaded: { issuer: number; itemId: number }[] = [];
  await postDeposit(tx, { books, papers, asked, timeZone: clock.timeZone });

  for (const [index, planned] of planItems().entries()) {
    const day = index < perDay ? days.before : days.load;
    const receivedAt = receiptTime(clock, day, index, days);
    const laterDay = addBusinessDays(addDays(days.load, 1), 6);
    const task = taskOf(planned, { day, laterDay, receivedAt, books, papers });
    const content = itemContent.parse(await planned.make(task));
    const { issuerId } = await books.issuer(planned.issuer);
    const turn = turns.get(planned.stage) ?? 0;
    turns.set(planned.stage, turn + 1);
    const actor = operators[turn % 2]!;
    const at = soonAfter(receivedAt, 20, clock);
    await lockIssuer(tx, issuerId);
    const entered = await enterItem(tx, issuerId, content, asked(actor, at), {
      timeZone: clock.timeZone,
      cutoff,
    });
    const item = await addScans(tx, entered, asked(actor, soonAfter(receivedAt, 24, clock)));
    const step = asked(actor, soonAfter(receivedAt, 30, clock));
    const given = { issuerId, itemId: item.id, version: item.version };
    loaded.push({ issuer: planned.issuer, itemId: Number(item.id) });
    if (planned.stage === 'submitted') await submitItem(tx, given, step, approval);
    if (planned.stage === 'held')
      await holdItem(tx, given, step, {
        reason: planned.holdReason ?? '',
        nextActionOn: latestNextAction(step.today, federalCalendar),
      });
  }
  return loaded;
}

type Days = { load: CalendarDate; before: CalendarDate };

function daysOf(clock: Clock): Days {
  const last = lastBusinessDay(clock.today());
  return { load: last, before: lastBusinessDay(addDays(last, -1)) };
}

export function lastBusinessDay(day: CalendarDate): CalendarDate {
  let at = day;
  while (!isBusinessDay(at)) at = addDays(at, -1);
  return at;
}

/**
 * When an item was received. Before the last item's time on the day of the load, the whole day is pressed into the
 * part of it that has passed, so that nothing was received in the future.
 */
function receiptTime(clock: Clock, day: CalendarDate, index: number, days: Days): string {
  const place = index % perDay;
  const early = day === days.load ? byNoon.load : byNoon.before;
  const minute =
    place < early
      ? opens + Math.floor(((noon - 5 - opens) * place) / early)
      : noon + 10 + Math.floor(((closes - noon - 10) * (place - early)) / (perDay - early));
  const now = localTime(clock.now(), clock.timeZone);
  const passed = now.date === day ? Number(now.time.slice(0, 2)) * 60 + Number(now.time.slice(3, 5)) : closes;
  const scaled = passed < closes ? Math.floor((minute * passed) / closes) : minute;
  const text = (value: number) => String(value).padStart(2, '0');
  return instantOf(day, `${text(Math.floor(scaled / 60))}:${text(scaled % 60)}`, clock.timeZone);
}

/** Some minutes later, but not in the future. */
function soonAfter(instant: string, minutes: number, clock: Clock): string {
  return new Date(Math.min(Date.parse(instant) + minutes * 60_000, clock.now().getTime())).toISOString();
}

function taskOf(
  { issuer, channel }: Pick<Planned, 'issuer' | 'channel'>,
  given: Omit<Task, 'issuer' | 'channel'>,
): Task {
  return { issuer, channel, ...given };
}

/** Each paper that is here, as a scan. */
async function addScans(tx: PoolClient, entered: Item, asked: Requester): Promise<Item> {
  let item = entered;
  for (const [index, document] of item.content.documents.entries()) {
    if (document.state !== 'Original' && document.state !== 'Copy') continue;
    const title = document.kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
    const body = await scannedPage(title, scanLines(item, item.content, document.date));
    const name = `${index + 1}-${document.kind}.pdf`;
    item = await addFile(tx, item, { name, mediaType: 'application/pdf', body }, asked);
  }
  return item;
}

function scanLines(item: Item, content: ItemContent, date: string | null | undefined): string[] {
  const lines = [
    date ? `Date: ${date}` : '',
    content.presentor ? `Presented by: ${content.presentor.name}, ${content.presentor.reference}` : '',
    item.transferFrom ? `From: ${item.transferFrom}` : '',
    item.issuedTo ? `To: ${item.issuedTo}` : '',
    item.shares === null ? '' : `Shares: ${item.shares}`,
    `Certificates: ${content.certificates.map((one) => one.prefixAndCertificateNumber).join(', ') || 'none'}`,
  ];
  // The font of the page has Latin letters only.
  return lines.filter((line) => line !== '').map((line) => line.replace(/[^\x20-\xff]/g, '?'));
}

/** The last day of the history; what is completed in the demo keeps its dates. */
const postedOn = '2026-11-19';

/** One deposit that went through the queue on a fixed day: an item of the queue repeats its reference. */
async function postDeposit(
  tx: PoolClient,
  given: {
    books: Books;
    papers: PaperMaker;
    asked: (actor: Actor, at: string) => Requester;
    timeZone: string;
  },
): Promise<void> {
  const at = (time: string) => instantOf(postedOn, time, given.timeZone);
  const { books, papers } = given;
  const planned = { issuer: 1008, channel: 'Depository' } as const;
  const times = { day: postedOn, laterDay: postedOn, receivedAt: at('09:40') };
  const content = itemContent.parse(await postedDeposit(taskOf(planned, { ...times, books, papers })));
  const { issuerId } = await books.issuer(planned.issuer);
  const [clerk, operator] = operators;
  await lockIssuer(tx, issuerId);
  const settings = { timeZone: given.timeZone, cutoff: '16:00' };
  const entered = await enterItem(tx, issuerId, content, given.asked(clerk, at('10:05')), settings);
  const scanned = await addScans(tx, entered, given.asked(clerk, at('10:10')));
  const step = ({ id, version }: Item) => ({ issuerId, itemId: id, version });
  const submitted = await submitItem(tx, step(scanned), given.asked(clerk, at('10:15')), 'all');
  const approved = await approveItem(
    tx,
    step(submitted),
    given.asked(operator, at('11:20')),
    submitted.obstacles,
  );
  await postItems(tx, issuerId, [step(approved)], given.asked(operator, at('11:25')), {
    acknowledged: [],
    rule: 'all',
  });
}
