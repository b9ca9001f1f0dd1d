// Special transfers of the demo: escheats, replacements, divided positions, back-dated entries.

import { addBusinessDays } from '#lib/format/business-days';
import { addDays } from '#lib/format/dates';
import { recordEscheatIn } from '#registry/ledger/core/record-verbs';
import type { StopKind } from '#registry/ledger/core/types';
import { placeStopIn } from '#registry/ledger/stops';
import {
  certificatesOf,
  isPlain,
  largestMember,
  type Market,
  pickMember,
  sharesOf,
} from './market/market.ts';
import type { Special } from './market/transfer-plan.ts';
import { escheatEvery } from './people/ordinary-holders.ts';
import { move, newHolder, type Simulation, transferEntry } from './simulation.ts';
import { admit, type Known } from './world.ts';

/** Accounts of lost holders are remitted to the state of their last address, one account per transfer. */
export function escheats(
  simulation: Simulation,
  market: Market,
  lost: readonly Known[],
  states: readonly Known[],
  firstDay: string,
): Special[] {
  return lost.map((one, index) => ({
    from: addDays(firstDay, index * escheatEvery),
    run: async (item) => {
      const state =
        states.find((known) => known.person.primary.state === one.person.primary.state) ??
        states[index % states.length]!;
      const entry = {
        ...transferEntry(simulation, { ...item, isRoutine: false }, 'Escheat'),
        isPresented: false,
        presentor: '',
        comments: 'Dormancy period ended',
      };
      const held = certificatesOf(market, one.id);
      const shares = sharesOf(market, one.id);
      const posted = await move(
        simulation,
        entry,
        held.map((c) => c.id),
        [{ holderId: state.id, shares }],
      );
      await recordEscheatIn(simulation.book, {
        issuerId: simulation.issuerId,
        holderId: one.id,
        state: state.person.primary.state!,
        remittedOn: item.completedOn,
        propertyCode: 'SC08',
        txnId: posted.txnId,
      });
    },
  }));
}

/** A lost certificate is stopped and replaced some weeks later; the replacement ends the stop. */
export function replacement(simulation: Simulation, market: Market, from: string): Special[] {
  let holder = 0n;
  let stopped = 0n;
  return [
    {
      from,
      run: async (item) => {
        holder = pickMember(
          market,
          simulation.world.rng,
          (_, held) => isPlain(held) && held.some((c) => c.form === 'Certificate'),
        )!;
        const paper = certificatesOf(market, holder).find((one) => one.form === 'Certificate')!;
        stopped = paper.id;
        market.pinned.add(holder);
        await placeStopIn(simulation.book, {
          issuerId: simulation.issuerId,
          certificateId: stopped,
          kind: 'Lost, stolen or not received',
          placedOn: item.completedOn,
          note: 'Reported by the holder',
        });
        // The stop is not an item; the item received that day is an ordinary transfer.
        const giver = pickMember(market, simulation.world.rng, (_, held) => isPlain(held))!;
        const to = pickMember(market, simulation.world.rng, (id, held) => id !== giver && isPlain(held))!;
        const [first] = certificatesOf(market, giver);
        await move(
          simulation,
          transferEntry(simulation, item, 'Gift'),
          [first!.id],
          [{ holderId: to, shares: first!.shares }],
        );
      },
    },
    {
      from: addDays(from, 40),
      run: async (item) => {
        const shares = certificatesOf(market, holder).find((one) => one.id === stopped)!.shares;
        const entry = {
          ...transferEntry(simulation, { ...item, isRoutine: false }, 'Replacement'),
          documents: 'Affidavit of loss; indemnity bond',
          comments: 'Replaces the lost certificate',
        };
        await move(simulation, entry, [stopped], [{ holderId: holder, shares, form: 'BookEntry' }], true);
        market.pinned.delete(holder);
      },
    },
  ];
}

/** One large account splits its position into forty certificates. */
export function fortyCertificates(simulation: Simulation, market: Market, from: string): Special {
  return {
    from,
    run: async (item) => {
      const holder = largestMember(market, (_, held) => isPlain(held) && held[0]!.shares >= 4000n)!;
      const first = certificatesOf(market, holder).sort((a, b) => (a.shares > b.shares ? -1 : 1))[0]!;
      const lines = Array.from({ length: 39 }, () => ({
        holderId: holder,
        shares: 100n,
        form: 'Certificate' as const,
      }));
      await move(simulation, transferEntry(simulation, item, 'Split-up'), [first.id], lines);
    },
  };
}

/** Posted twenty days after it took effect, which is permitted and common; it changes past balances. */
export function backDated(simulation: Simulation, market: Market, from: string): Special {
  return {
    from,
    run: async (item) => {
      const effectiveOn = addDays(item.completedOn, -20);
      const giver = pickMember(
        market,
        simulation.world.rng,
        (_, held) => isPlain(held) && held.every((one) => one.issuedOn < addDays(effectiveOn, -30)),
      )!;
      const entry = {
        ...transferEntry(simulation, { ...item, isRoutine: false }, 'Sale'),
        effectiveOn,
        comments: 'Effective on the date of the court-approved settlement',
      };
      const held = certificatesOf(market, giver);
      // The account opens with its first share, not with the posting.
      const to = newHolder(simulation, effectiveOn).id;
      await move(
        simulation,
        entry,
        held.map((one) => one.id),
        [{ holderId: to, shares: sharesOf(market, giver) }],
      );
    },
  };
}

/** A minor's account is transferred to the owner, now of age. */
export function minorOfAge(simulation: Simulation, market: Market, minor: Known, from: string): Special {
  return {
    from,
    run: async (item) => {
      const name = minor.person.name2!;
      const [given, ...rest] = name.split(' ');
      const adult = admit(
        simulation.world,
        simulation.book,
        {
          ...minor.person,
          name,
          name2: '',
          name3: '',
          sortName: `${rest.at(-1)}, ${given}`,
          accountType: 'Individual',
          accessCode: simulation.world.people.accessCode(),
        },
        item.completedOn,
      );
      const entry = {
        ...transferEntry(simulation, item, 'Re-registration'),
        comments: 'Minor attained majority',
      };
      const held = certificatesOf(market, minor.id);
      await move(
        simulation,
        entry,
        held.map((one) => one.id),
        [{ holderId: adult.id, shares: sharesOf(market, minor.id) }],
      );
    },
  };
}

/**
 * Places stops on certificates of ordinary accounts and pins those accounts, so that the stops are still active
 * on the last day.
 */
export async function standingStops(
  simulation: Simulation,
  market: Market,
  kind: StopKind,
  count: number,
  day: string,
  onlyPaper: boolean,
): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const holder = pickMember(
      market,
      simulation.world.rng,
      (_, held) => isPlain(held) && held.some((c) => !onlyPaper || c.form === 'Certificate'),
      4000,
    )!;
    const certificate = certificatesOf(market, holder).find(
      (one) => !onlyPaper || one.form === 'Certificate',
    )!;
    market.pinned.add(holder);
    await placeStopIn(simulation.book, {
      issuerId: simulation.issuerId,
      certificateId: certificate.id,
      kind,
      placedOn: addBusinessDays(addDays(day, i * 9), 0),
    });
  }
}
