import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { certificateOwner } from "@namewright/core/branding"
import { CertificateName, Certificates } from "@namewright/core/certificates"
import { createPlatform } from "@namewright/core/embed"
import { Effect, Schema } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

const readName = Schema.decodeUnknownSync(CertificateName)
const nameOf = (text: string) => readName(text)

/** A database with one issued certificate, and two that are not ordered yet, one of them for a brand. */
const filled = async (filename: string) => {
  const platform = createPlatform({ storage: sqlite({ filename }) })
  const ensure = (first: string, ...others: ReadonlyArray<string>) =>
    platform.runtime.runPromise(
      Certificates.use((certificates) => certificates.ensure([nameOf(first), ...others.map(nameOf)], null, "tests"))
    )
  const ensureOfBrand = () =>
    platform.runtime.runPromise(
      Certificates.use((certificates) => certificates.ensure([nameOf("app.brand.example")], null, certificateOwner))
    )
  try {
    await ensure("a.example", "www.a.example", "*.a.example")
    await platform.tick({ budgetMillis: 20_000 })
    await ensure("b.example")
    await ensureOfBrand()
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
      const [first = "", ofBrand = "", second = "", ...others] = (yield* command("list")).printed.split("\n")
      assert.match(first, /^certificate_\w+ {2}\*\.a\.example,a\.example,www\.a\.example {2}until 20\d\d-/)
      assert.match(ofBrand, /^certificate_\w+ {2}app\.brand\.example {2}not issued$/)
      assert.match(second, /^certificate_\w+ {2}b\.example {2}not issued$/)
      assert.isEmpty(others)
      const { printed } = yield* command("show", "--name", "www.a.example")
      assert.strictEqual((yield* command("show", "--name", "*.A.example.")).printed, printed)
      assert.match(printed, /^Names +\*\.a\.example, a\.example, www\.a\.example$/m)
      assert.match(printed, /^Needed by +tests$/m)
      assert.match(printed, /^Authority +sandbox$/m)
      assert.match(printed, /^Last error +-$/m)
      assert.notInclude(printed, "PRIVATE KEY")
      assert.match((yield* command("renew", "--name", "a.example")).printed, /^certificate_\w+ is ordered by the next/)
      assert.match(
        (yield* command("show", "--name", "a.example")).printed,
        new RegExp(`^Renewal +${new Date().toISOString().slice(0, 10)}`, "m")
      )
      for (const name of ["show", "renew", "release"]) {
        const { complaint } = yield* command(name, "--name", "c.example")
        assert.strictEqual(complaint, "No certificate has the name c.example")
      }
      const refused = yield* command("release", "--name", "a.example")
      assert.match(
        refused.complaint,
        /^The certificate of \*\.a\.example, a\.example, www\.a\.example is needed by tests; --force/
      )
      const released = yield* command("release", "--name", "a.example", "--force")
      assert.match(released.printed, /^certificate_\w+ is removed$/)
      assert.notInclude((yield* command("list")).printed, "a.example,")
      const kept = yield* command("release", "--name", "app.brand.example", "--force")
      assert.strictEqual(
        kept.complaint,
        "The certificate of app.brand.example is needed by branding; `certificates renew` replaces it and its key"
      )
      assert.include((yield* command("list")).printed, "app.brand.example")
    }).pipe(Effect.scoped))
})
