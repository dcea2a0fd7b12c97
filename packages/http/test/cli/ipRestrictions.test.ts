import { assert, describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** A database with two organizations of which the first has two networks, and the command line over it. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const filename = join(folder, "data.sqlite")
  const database = ["--database", `sqlite:${filename}`]
  const create = (name: string) =>
    Effect.map(run(["organizations", "create", ...database, "--name", name]), ({ printed }) => printed.trim())
  const [locked, other] = [yield* create("ACME"), yield* create("Other")]
  yield* Effect.provide(
    SqlClient.SqlClient.use((sql) =>
      sql`INSERT INTO ip_restrictions (organization_id, ip_network, last_used_on, created_on) VALUES
        (${locked}, '192.0.2.0/24', NULL, '2026-01-02T03:04:05.000Z'),
        (${locked}, '2001:db8::/32', '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.000Z')`
    ),
    SqliteClient.layer({ filename })
  )
  const command = (...words: ReadonlyArray<string>) => run(["ip-restrictions", ...words, ...database])
  return { command, locked, other }
})

describe("namewright ip-restrictions", () => {
  it.live("lists the networks of an organization, and removes them until every address is accepted", () =>
    Effect.gen(function*() {
      const { command, locked } = yield* installation
      const list = Effect.map(command("list", "--organization", locked), ({ printed }) => printed.split("\n"))
      const lines = yield* list
      assert.deepStrictEqual(lines.map((line) => line.split("  ").slice(1)), [
        ["192.0.2.0/24", "never used"],
        ["2001:db8::/32", "last used 2026-01-02T03:04:05Z"]
      ])
      for (const id of lines.map((line) => line.split("  ")[0] ?? "")) {
        const removed = yield* command("remove", "--organization", locked, "--restriction", id)
        assert.include(removed.printed, `restriction ${id} is removed`)
      }
      assert.deepStrictEqual(yield* list, ["Calls from every address are accepted"])
    }).pipe(Effect.scoped))

  it.live("refuses restrictions of another organization, organizations that do not exist, and other texts", () =>
    Effect.gen(function*() {
      const { command, locked, other } = yield* installation
      const [line = ""] = (yield* command("list", "--organization", locked)).printed.split("\n")
      const [id = ""] = line.split("  ")
      const foreign = yield* command("remove", "--organization", other, "--restriction", id)
      assert.deepStrictEqual([foreign.ok, foreign.complaint], [false, `No IP restriction ${id}`])
      const stranger = "organization_00000000000000000000000000"
      const unknown = yield* command("list", "--organization", stranger)
      assert.deepStrictEqual([unknown.ok, unknown.complaint], [false, `No organization ${stranger}`])
      assert.isFalse((yield* command("remove", "--organization", locked, "--restriction", "192.0.2.0/24")).ok)
      assert.lengthOf((yield* command("list", "--organization", locked)).printed.split("\n"), 2)
    }).pipe(Effect.scoped))
})
