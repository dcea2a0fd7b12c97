import { assert, describe, it } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { RegistryMessageStore } from "@namewright/core/domains"
import { nameOnly, type PollMessage } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const message = (message_id: string): PollMessage => ({
  message_id,
  queued_on: DateTime.makeUnsafe("2026-11-22T10:00:00Z"),
  text: "The domain was deleted",
  payload: { _tag: "Purged", name: DomainName.make("example.com") },
  object: { ...nameOnly, roid: "D1-TEST" },
  raw: "<response><pw>********</pw></response>"
})

/** A database in which messages of one registry are parked. */
const withParked = Effect.fnUntraced(function*(...ids: ReadonlyArray<string>) {
  const filename = join(yield* folder, "data.sqlite")
  const failure = { problem: "Out of\norder", on: DateTime.makeUnsafe("2026-11-22T10:01:30Z"), mostAttempts: 1 }
  yield* Effect.flatMap(
    RegistryMessageStore,
    (store) => Effect.forEach(ids, (id) => store.fail("test-registry", message(id), failure))
  ).pipe(Effect.provide(sqlite({ filename })))
  return ["--database", `sqlite:${filename}`]
})

describe("namewright registry messages", () => {
  it.live("lists parked messages with their reasons, shows one, and has them applied again", () =>
    Effect.gen(function*() {
      const database = yield* withParked("17", "18")
      const listed = yield* run(["registry", "messages", "list", ...database])
      assert.deepStrictEqual(listed.printed.split("\n"), [
        "test-registry  17  parked  since 2026-11-22T10:01:30Z  1 attempt  Out of order",
        "test-registry  18  parked  since 2026-11-22T10:01:30Z  1 attempt  Out of order"
      ])
      const shown = yield* run(["registry", "messages", "show", ...database, "test-registry", "17"])
      assert.deepInclude(JSON.parse(shown.printed), { message_id: "17", raw: "<response><pw>********</pw></response>" })

      const retried = yield* run(["registry", "messages", "retry", ...database, "test-registry", "17"])
      assert.include(retried.printed, "1 to be applied")
      assert.include((yield* run(["registry", "messages", "list", ...database])).printed, "17  retrying")
      const others = yield* run(["registry", "messages", "retry", ...database, "test-registry"])
      assert.include(others.printed, "1 to be applied")
      const again = yield* run(["registry", "messages", "retry", ...database, "test-registry"])
      assert.strictEqual(again.complaint, "No such message of test-registry is parked")
      assert.isFalse((yield* run(["registry", "messages", "show", ...database, "test-registry", "19"])).ok)
    }).pipe(Effect.scoped))

  it.live("are a problem to the doctor as long as one is parked", () =>
    Effect.gen(function*() {
      const none = yield* run(["doctor", "--port", "0", ...(yield* withParked())])
      assert.include(none.printed, "none is parked")
      const some = yield* run(["doctor", "--port", "0", ...(yield* withParked("17", "18"))])
      assert.isFalse(some.ok)
      assert.match(some.printed, /^PROBLEM {2}Messages +parked: 2 of test-registry; namewright registry messages list/m)
    }).pipe(Effect.scoped))
})
