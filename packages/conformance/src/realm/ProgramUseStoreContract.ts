import { assert, layer } from "@effect/vitest"
import { type ProgramUse, ProgramUseStore } from "@namewright/core/realm"
import { DateTime, Effect, type Layer } from "effect"

const at = (minutes: number) => DateTime.add(DateTime.makeUnsafe("2026-01-01T00:00:00Z"), { minutes })

const use = (members: Partial<ProgramUse> = {}): ProgramUse => ({
  user_id: "ada",
  client_id: "editor",
  used_on: at(0),
  address: "192.0.2.1",
  ...members
})

/** The promises every storage adapter keeps for the last uses of connected programs. */
export const programUseStoreContract = <E>(name: string, storage: Layer.Layer<ProgramUseStore, E>) => {
  layer(storage)(`ProgramUseStore (${name})`, (it) => {
    it.effect("keeps the latest use of each program by each person, in whatever order they come", () =>
      Effect.gen(function*() {
        const store = yield* ProgramUseStore
        const grace = use({ user_id: "grace", address: null })
        const shell = use({ client_id: "shell" })
        const latest = use({ used_on: at(2), address: "2001:db8::1" })
        for (const each of [use(), grace, shell, latest, use({ used_on: at(1) })]) yield* store.save(each)
        assert.deepStrictEqual(yield* store.listOfUser("ada"), [latest, shell])
        assert.deepStrictEqual(yield* store.listOfUser("grace"), [grace])
        assert.deepStrictEqual(yield* store.listOfUser("nobody"), [])
      }))

    it.effect("removes what is older than a moment, the oldest first and no more than asked for", () =>
      Effect.gen(function*() {
        const store = yield* ProgramUseStore
        const uses = [0, 1, 2, 3].map((minute) =>
          use({ user_id: "old", client_id: `client-${minute}`, used_on: at(minute - 1000) })
        )
        for (const each of uses) yield* store.save(each)
        assert.strictEqual(yield* store.removeBefore(at(3 - 1000), 2), 2)
        assert.deepStrictEqual(yield* store.listOfUser("old"), uses.slice(2))
        assert.strictEqual(yield* store.removeBefore(at(3 - 1000), 2), 1)
        assert.deepStrictEqual(yield* store.listOfUser("old"), uses.slice(3))
      }))
  })
}
