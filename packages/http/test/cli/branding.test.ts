import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform } from "@namewright/core/embed"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** A database with an organization whose document has two versions, and the command line over it. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const filename = join(folder, "data.sqlite")
  const database = ["--database", `sqlite:${filename}`]
  const created = yield* run(["organizations", "create", ...database, "--name", "ACME"])
  const organization = created.printed.trim()
  const command = (name: string, ...flags: ReadonlyArray<string>) =>
    run(["branding", name, ...database, "--organization", organization, ...flags])
  return { command, filename, organization }
})

describe("namewright branding", () => {
  it.live("lists, prints and restores versions of a document", () =>
    Effect.gen(function*() {
      const { command, filename, organization } = yield* installation
      assert.strictEqual((yield* command("versions")).printed, "The organization has no branding document")
      yield* Effect.promise(async () => {
        await using platform = createPlatform({ storage: sqlite({ filename }) })
        const { branding } = platform.as({
          organization_id: organization,
          role: "admin",
          user: { id: "u-7", name: "Ada" }
        })
        await branding.saveDocument({ brand: { name: "First" } })
        await branding.saveDocument({ brand: { name: "Second" } })
      })
      const first = ["--version-number", "1"]
      assert.deepStrictEqual(JSON.parse((yield* command("show", ...first)).printed), { brand: { name: "First" } })
      assert.include((yield* command("restore", ...first)).printed, "is that of version 1")
      const lines = (yield* command("versions")).printed.split("\n").map((line) => line.split("  "))
      assert.deepStrictEqual(lines.map(([number, , ...rest]) => [number, ...rest]), [
        ["3", "the platform", "restored from 1"],
        ["2", "host_user:u-7"],
        ["1", "host_user:u-7"]
      ])
      assert.include((yield* command("show", "--version-number", "4")).complaint, "no version 4")
    }).pipe(Effect.scoped))
})
