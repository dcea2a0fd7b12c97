import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { invoicing } from "../invoices/invoicing.ts"
import { run } from "./runCommand.ts"

/** The command line over a new database in production, with a file of settings. */
const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const file = join(folder, "invoices.json")
  const database = ["--database", `sqlite:${join(folder, "data.sqlite")}`, "--environment", "production"]
  const written = (content: unknown) => Effect.promise(() => writeFile(file, JSON.stringify(content)))
  const command = (name: string, ...flags: ReadonlyArray<string>) => run(["invoices", name, ...database, ...flags])
  return { command, file: ["--invoices", file], written }
})

describe("namewright invoices", () => {
  it.live("issues with the settings of a file, and names what is missing", () =>
    Effect.gen(function*() {
      const { command, file, written } = yield* installation
      yield* written({ ...invoicing, payment_days: -1, issuer: { ...invoicing.issuer, iban: "X" } })
      const invalid = yield* command("issue", ...file)
      assert.include(invalid.complaint, "payment_days")
      assert.include(invalid.complaint, "an IBAN")
      yield* written(invoicing)
      assert.strictEqual((yield* command("issue", ...file)).printed, "0 issued")
      assert.include((yield* command("issue")).complaint, "The installation has no invoice settings")
      assert.strictEqual((yield* command("list", "--overdue")).printed, "0 of 0")
      assert.include((yield* command("show", "2026-000001")).complaint, "No invoice 2026-000001")
      const payment = ["--amount", "1.00", "--reference", "bank 1"]
      assert.include((yield* command("pay", "2026-000001", ...payment)).complaint, "No invoice 2026-000001")
      assert.include((yield* command("void", "2026-000001", ...file)).complaint, "No invoice 2026-000001")
    }).pipe(Effect.scoped))
})
