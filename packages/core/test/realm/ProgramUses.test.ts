import { assert, it } from "@effect/vitest"
import { ProgramUses } from "@namewright/core/realm"
import { type Actor, newOrganizationId, Timetable } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { realmPlatform } from "./RealmPlatform.ts"

const actorOf = Effect.fnUntraced(function*(user_id: string, agent?: Actor["agent"]) {
  const actor: Actor = {
    principal: { type: "user", id: user_id },
    organization_id: yield* newOrganizationId,
    parent_organization_id: null,
    organization_active: true,
    role: "admin",
    permissions: new Set(),
    agent
  }
  return actor
})

const program = (user_id: string) =>
  actorOf(user_id, { user_id, client_id: "editor", scopes: [], sees_auth_codes: false })

/** Time in milliseconds and address of each use. */
const usesOf = Effect.fnUntraced(function*(user_id: string) {
  const uses = yield* ProgramUses
  return (yield* uses.listOfUser(user_id)).map(({ address, used_on }) => [DateTime.toEpochMillis(used_on), address])
})

it.layer(realmPlatform())("ProgramUses", (it) => {
  it.effect("records a program once a minute, and immediately if its address changes", () =>
    Effect.gen(function*() {
      const uses = yield* ProgramUses
      const editor = yield* program("ada")
      yield* TestClock.setTime(1_000_000)
      yield* uses.record(editor, "192.0.2.1")
      yield* TestClock.adjust("59 seconds")
      yield* uses.record(editor, "192.0.2.1")
      assert.deepStrictEqual(yield* usesOf("ada"), [[1_000_000, "192.0.2.1"]])
      yield* uses.record(editor, "192.0.2.2")
      assert.deepStrictEqual(yield* usesOf("ada"), [[1_059_000, "192.0.2.2"]])
      yield* TestClock.adjust("1 minute")
      yield* uses.record(editor, undefined)
      assert.deepStrictEqual(yield* usesOf("ada"), [[1_119_000, null]])
    }))

  it.effect("records no calls without a program", () =>
    Effect.gen(function*() {
      const uses = yield* ProgramUses
      yield* uses.record(yield* actorOf("grace"), "192.0.2.1")
      assert.deepStrictEqual(yield* usesOf("grace"), [])
    }))

  it.effect("removes uses older than any consent", () =>
    Effect.gen(function*() {
      const uses = yield* ProgramUses
      const { works } = yield* Timetable
      yield* uses.record(yield* program("old"), "192.0.2.1")
      yield* TestClock.adjust("366 days")
      yield* uses.record(yield* program("new"), "192.0.2.1")
      const removal = (yield* works).find(({ name }) => name === "realm.programUses")
      assert.isFalse(yield* removal!.run)
      assert.lengthOf(yield* usesOf("old"), 0)
      assert.lengthOf(yield* usesOf("new"), 1)
    }))
})
