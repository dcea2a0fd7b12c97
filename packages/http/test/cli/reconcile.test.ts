import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { run } from "./runCommand.ts"

const installation = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const file = join(folder, "data.sqlite")
  const database = ["--database", `sqlite:${file}`]
  yield* run(["migrate", ...database])
  return { file, database }
})

describe("namewright reconcile", () => {
  it.live("prints the findings of a day, fails with any, and leaves them to doctor", () =>
    Effect.gen(function*() {
      const { database, file } = yield* installation
      const clean = yield* run(["reconcile", ...database, "--day", "2026-03-14"])
      assert.include(clean.printed, "No finding of 2026-03-14 is open")
      assert.include((yield* run(["doctor", ...database, "--port", "0"])).printed, "no open finding")
      const storage = new DatabaseSync(file)
      storage.exec(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id, product_type,
          product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency, created_on,
          updated_on, completed_on)
        VALUES ('billing_transaction_01h455vb4pex5vsknk084sn02q', 'organization_01h455vb4pex5vsknk084sn02q',
          'organization_01h455vb4pex5vsknk084sn02q', 'domain', 'shop.example', 'create', 'succeeded', 1, 'y', 900, 0, 0,
          900, 'EUR', '2026-03-14T10:00:00.000Z', '2026-03-14T10:00:00.000Z', '2026-03-14T10:00:00.000Z')`)
      storage.close()
      const found = yield* run(["reconcile", ...database, "--day", "2026-03-14"])
      assert.include(found.printed, "no entry in the ledger")
      assert.match(found.complaint, /1 findings of 2026-03-14 are open/)
      assert.match(
        (yield* run(["doctor", ...database, "--port", "0"])).printed,
        /PROBLEM {2}Reconciliation +open: 1 charge_amount/
      )
      const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
      assert.include((yield* run(["reconcile", ...database, "--day", today])).complaint, "hour")
      const alone = yield* run(["reconcile", ...database, "--stripe-secret-key", "sk_test_1"])
      assert.include(alone.complaint, "--stripe-webhook-secret are required together")
    }).pipe(Effect.scoped))
})
