import { Context, DateTime, Effect, Layer } from "effect"
import { type Actor, Instant, limits, Timetable } from "../shared/index.ts"
import type { ProgramUse } from "./ProgramUse.ts"
import { ProgramUseStore } from "./ProgramUseStore.ts"

/** Seconds between two writes of the same use by one process. */
const writeInterval = 60

/** Uses that a process remembers as written. */
const rememberedUses = 10_000

const removalBatch = 1_000

/** Last uses of connected programs: time and address. */
export class ProgramUses extends Context.Service<ProgramUses, {
  /** Records the call of a connected program. Calls of other actors are ignored. */
  readonly record: (actor: Actor, address: string | undefined) => Effect.Effect<void>
  readonly listOfUser: (user_id: string) => Effect.Effect<ReadonlyArray<ProgramUse>>
}>()("@namewright/core/realm/ProgramUses") {
  static readonly layer = Layer.effect(
    ProgramUses,
    Effect.gen(function*() {
      const store = yield* ProgramUseStore
      const timetable = yield* Timetable
      const written = new Map<string, Instant.Instant>()

      const record: ProgramUses["Service"]["record"] = Effect.fnUntraced(function*({ agent }, address) {
        if (agent === undefined) return
        const { client_id, user_id } = agent
        const used_on = yield* Instant.now
        const key = `${user_id} ${client_id} ${address ?? ""}`
        const last = written.get(key)
        if (last !== undefined && !Instant.hasPassed(DateTime.add(last, { seconds: writeInterval }), used_on)) return
        if (written.size >= rememberedUses) written.clear()
        written.set(key, used_on)
        yield* store.save({ user_id, client_id, used_on, address: address ?? null })
      })

      /** Removes uses that are older than any valid consent. */
      const removeOld = Effect.gen(function*() {
        const end = DateTime.subtract(yield* Instant.now, { seconds: limits.realmSeconds.grant })
        return (yield* store.removeBefore(end, removalBatch)) === removalBatch
      })
      yield* timetable.add({ name: "realm.programUses", every: "1 day", run: removeOld })

      return ProgramUses.of({ record, listOfUser: store.listOfUser })
    })
  )
}
