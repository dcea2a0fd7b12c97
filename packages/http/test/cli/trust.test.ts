import { assert, describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** A database with an organization, and the command line over it. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const filename = join(folder, "data.sqlite")
  const database = ["--database", `sqlite:${filename}`]
  const organization = (yield* run(["organizations", "create", ...database, "--name", "ACME"])).printed.trim()
  const command = (name: "trust" | "distrust", subject = organization) =>
    run(["organizations", name, ...database, subject])
  const rows = (query: string) =>
    Effect.provide(
      SqlClient.SqlClient.use((sql) => sql.unsafe<Record<string, unknown>>(query)),
      SqliteClient.layer({ filename })
    )
  const trusted = Effect.map(
    rows("SELECT organization_id FROM dns_trusted_organizations"),
    (found) => found.map(({ organization_id }) => organization_id)
  )
  const jobs = Effect.map(rows("SELECT 1 FROM jobs WHERE kind = 'dns.trust'"), ({ length }) => length)
  return { organization, command, trusted, jobs }
})

describe("namewright organizations", () => {
  it.live("trusts an organization and ends that, and has its zones reviewed once for each change", () =>
    Effect.gen(function*() {
      const { command, jobs, organization, trusted } = yield* installation
      assert.deepStrictEqual(yield* trusted, [])
      const adapts = "a running server adapts its zones"
      assert.strictEqual((yield* command("trust")).printed, `${organization} is trusted; ${adapts}`)
      assert.deepStrictEqual(yield* trusted, [organization])
      const afterTrust = yield* jobs
      assert.isAbove(afterTrust, 0)
      assert.isTrue((yield* command("trust")).ok)
      assert.strictEqual(yield* jobs, afterTrust)

      assert.strictEqual((yield* command("distrust")).printed, `${organization} is not trusted; ${adapts}`)
      assert.deepStrictEqual(yield* trusted, [])
      assert.strictEqual(yield* jobs, 2 * afterTrust)
      assert.isTrue((yield* command("distrust")).ok)
      assert.strictEqual(yield* jobs, 2 * afterTrust)
    }).pipe(Effect.scoped))

  it.live.each([["trust"], ["distrust"]] as const)(
    "%s refuses organizations that do not exist, and other texts",
    ([name]) =>
      Effect.gen(function*() {
        const { command, trusted } = yield* installation
        const stranger = "organization_00000000000000000000000000"
        const refused = yield* command(name, stranger)
        assert.deepStrictEqual([refused.ok, refused.complaint, refused.printed], [
          false,
          `No organization ${stranger}`,
          ""
        ])
        const unreadable = yield* command(name, "ACME")
        assert.isFalse(unreadable.ok)
        assert.deepStrictEqual(yield* trusted, [])
      }).pipe(Effect.scoped)
  )
})
