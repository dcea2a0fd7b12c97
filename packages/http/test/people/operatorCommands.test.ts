import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../cli/runCommand.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

describe("namewright users", () => {
  it.live("transfers the ownership of an organization, and signs a user out", () =>
    Effect.gen(function*() {
      const database = ["--database", `sqlite:${join(yield* folder, "data.sqlite")}`]
      const organization = (yield* run(["organizations", "create", ...database, "--name", "ACME"])).printed.trim()
      const about = [...database, "--organization", organization]
      for (const name of ["ada", "grace"]) {
        const names = ["--username", name, "--email", `${name}@example.org`, "--first-name", "A", "--last-name", "B"]
        yield* run(["users", "create", ...about, ...names])
      }
      const roles = Effect.map(
        run(["users", "list", ...about]),
        ({ printed }) => printed.split("\n").map((line) => line.split("  ")[1])
      )
      const made = yield* run(["users", "owner", ...database, "--user", "ada"])
      assert.strictEqual(made.printed, "ada is the owner of its organization")
      assert.deepStrictEqual(yield* roles, ["owner", "viewer"])
      yield* run(["users", "owner", ...database, "--user", "grace"])
      assert.deepStrictEqual(yield* roles, ["admin", "owner"])
      const deleted = yield* run(["users", "delete", ...database, "--user", "grace"])
      assert.strictEqual(deleted.complaint, "The owner of an organization cannot be deleted")
      const ended = yield* run(["users", "sign-out", ...database, "--user", "ada"])
      assert.strictEqual(ended.printed, "ada is signed out in all browsers")
      assert.strictEqual((yield* run(["users", "owner", ...database, "--user", "eve"])).complaint, "No user eve")
    }).pipe(Effect.scoped))
})
