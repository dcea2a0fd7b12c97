import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

describe("namewright organizations", () => {
  it.live("shows and sets limits of an organization, and the balance below which it is notified", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      const database = ["--database", `sqlite:${join(folder, "data.sqlite")}`]
      const { printed: organization } = yield* run(["organizations", "create", ...database, "--name", "ACME"])
      const command = (name: string, ...flags: ReadonlyArray<string>) =>
        run(["organizations", name, ...database, "--organization", organization, ...flags])
      const unlimited = "monthly spend  0.00 EUR of no limit\ndomains  0 of no limit"
      assert.strictEqual((yield* command("limits")).printed, unlimited)
      const limited = "monthly spend  0.00 EUR of 250.00\ndomains  0 of 100"
      assert.strictEqual((yield* command("limits", "--monthly-spend", "250.00", "--domains", "100")).printed, limited)
      assert.strictEqual((yield* command("limits")).printed, limited)
      yield* command("limits", "--domains", "none")
      assert.strictEqual(
        (yield* command("limits", "--monthly-spend", "none")).printed,
        unlimited
      )
      assert.include((yield* command("limits", "--domains", "-1")).complaint, "--domains: expected a limit or none")
      assert.include((yield* command("limits", "--monthly-spend", "1.234")).complaint, "--monthly-spend: expected")
      assert.strictEqual(
        (yield* command("alert", "--below", "50.00")).printed,
        `${organization} is notified below 50.00`
      )
      assert.strictEqual((yield* command("alert", "--below", "none")).printed, `${organization} is not notified`)
      assert.include((yield* command("alert", "--below", "much")).complaint, "--below: expected an amount")
      const checks = yield* run(["organizations", "vat-checks", ...database, "--outcome", "mismatch"])
      assert.strictEqual(checks.printed, "0 of 0")
    }).pipe(Effect.scoped))
})
