import { Context, DateTime, Effect, Layer } from "effect"
import { type Actor, Instant, limits, Timetable } from "../shared/index.ts"
import type { ProgramUse } from "./ProgramUse.ts"
import { ProgramUseStore } from "./ProgramUseStore.ts"

/** A program that calls often is written down once in this many seconds by each process. */
const writtenEvery = 60

/** Programs that a process remembers to have written down. */
const remembered = 10_000

const removedAtOnce = 1_000

/** When, and from where, the programs that people have connected were last used. */
export class ProgramUses extends Context.Service<ProgramUses, {
  /** A program calls on behalf of a person; nothing is written for any other caller. */
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
        if (last !== undefined && !Instant.hasPassed(DateTime.add(last, { seconds: writtenEvery }), used_on)) return
        if (written.size >= remembered) written.clear()
        written.set(key, used_on)
        yield* store.save({ user_id, client_id, used_on, address: address ?? null })
      })

      /** No consent is older, so nobody is shown an older use. */
      const removeOld = Effect.gen(function*() {
        const end = DateTime.subtract(yield* Instant.now, { seconds: limits.realmSeconds.grant })
        return (yield* store.removeBefore(end, removedAtOnce)) === removedAtOnce
      })
      yield* timetable.add({ name: "realm.programUses", every: "1 day", run: removeOld })

      return ProgramUses.of({ record, listOfUser: store.listOfUser })
    })
  )
}
