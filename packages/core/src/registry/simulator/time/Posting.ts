import { Effect } from "effect"
import { isAttended } from "../objects/SimulatedMessage.ts"
import type { SimulatedAccount } from "./SimulatedAccount.ts"

/** What the registry books by itself: a credit to a registrar, or a charge where the amount is negative. */
export interface Posting {
  readonly registrar: string
  /** Minor units. */
  readonly amount: number
}

/** Books postings; one that the registrar cannot pay leaves a debt. */
export const post = Effect.fnUntraced(
  function*({ registry, settings, store }: SimulatedAccount, postings: ReadonlyArray<Posting>) {
    const { opening_balance: opening } = settings
    if (opening === null) return
    const booked = postings.filter(({ amount, registrar }) => amount !== 0 && isAttended(registrar))
    // In one order for all, so that two units of work never wait for each other.
    for (const { amount, registrar } of booked.toSorted((a, b) => a.registrar < b.registrar ? -1 : 1)) {
      yield* store.changeBalance(registry, registrar, { by: amount, opening, overdraws: true })
    }
  }
)
