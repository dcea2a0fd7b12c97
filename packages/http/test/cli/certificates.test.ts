import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { Certificates } from "@namewright/core/certificates"
import { createPlatform } from "@namewright/core/embed"
import { Hostname } from "@namewright/core/shared"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

/** A database with one issued certificate, and one that is not ordered yet. */
const filled = async (filename: string) => {
  const platform = createPlatform({ storage: sqlite({ filename }) })
  const ensure = (first: string, ...others: ReadonlyArray<string>) =>
    platform.runtime.runPromise(
      Certificates.use((certificates) =>
        certificates.ensure([first, ...others].map((name) => Hostname.make(name)) as [Hostname], null, "tests")
      )
    )
  try {
    await ensure("a.example", "www.a.example")
    await platform.tick({ budgetMillis: 20_000 })
    await ensure("b.example")
  } finally {
    await platform.dispose()
  }
}

describe("namewright certificates", () => {
  it.live("lists, shows and orders certificates by their names", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      const filename = join(folder, "data.sqlite")
      yield* Effect.promise(() => filled(filename))
      const command = (name: string, ...flags: ReadonlyArray<string>) =>
        run(["certificates", name, "--database", `sqlite:${filename}`, ...flags])
      const [first = "", second = "", ...others] = (yield* command("list")).printed.split("\n")
      assert.match(first, /^certificate_\w+ {2}a\.example,www\.a\.example {2}until 20\d\d-/)
      assert.match(second, /^certificate_\w+ {2}b\.example {2}not issued$/)
      assert.isEmpty(others)
      const { printed } = yield* command("show", "--name", "www.a.example")
      assert.match(printed, /^Names +a\.example, www\.a\.example$/m)
      assert.match(printed, /^Needed by +tests$/m)
      assert.match(printed, /^Authority +sandbox$/m)
      assert.match(printed, /^Last error +-$/m)
      assert.notInclude(printed, "PRIVATE KEY")
      assert.match((yield* command("renew", "--name", "a.example")).printed, /^certificate_\w+ is ordered by the next/)
      assert.match(
        (yield* command("show", "--name", "a.example")).printed,
        new RegExp(`^Renewal +${new Date().toISOString().slice(0, 10)}`, "m")
      )
      for (const name of ["show", "renew"]) {
        const { complaint } = yield* command(name, "--name", "c.example")
        assert.strictEqual(complaint, "No certificate has the name c.example")
      }
    }).pipe(Effect.scoped))
})
