import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./runCommand.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** A payment that succeeded and one that waits, in a database that commands then use. */
const paid = async (filename: string) => {
  await using platform = await testPlatform({ filename, now: new Date() })
  const { organization_id } = await platform.operator.organizations.createParent({ name: "ACME" })
  const { payments } = platform.as(organization_id, "admin")
  const first = await payments.start({ amount: "50.00" })
  const second = await payments.start({ amount: "50.02" })
  return { organization_id, first: first.payment_id, second: second.payment_id }
}

describe("namewright payments", () => {
  it.live("lists, shows and looks up payments", () =>
    Effect.gen(function*() {
      const filename = join(yield* folder, "data.sqlite")
      const { first, organization_id, second } = yield* Effect.promise(() => paid(filename))
      const command = (name: string, ...flags: ReadonlyArray<string>) =>
        run(["payments", name, "--database", `sqlite:${filename}`, ...flags])
      const lines = (yield* command("list", "--organization", organization_id)).printed.split("\n")
      assert.match(lines[0] ?? "", new RegExp(`^${second}  \\S+  pending  50\\.02 EUR$`))
      assert.match(lines[1] ?? "", new RegExp(`^${first}  \\S+  succeeded  50\\.00 EUR$`))
      assert.strictEqual(lines[2], "2 of 2")
      const shown = yield* command("show", first)
      assert.include(shown.printed, `Organization: ${organization_id}`)
      assert.include(shown.printed, `Provider: simulated  sim_${first}`)
      assert.include((yield* command("check", second)).printed, `${second}  `)
      const refunded = yield* command("refund", "--amount", "10.00", "--reference", "ticket 1", first)
      assert.match(refunded.printed, new RegExp(`^${first}  \\S+  succeeded  50\\.00 EUR  10\\.00 returned`))
      const again = yield* command("refund", "--reference", "ticket 1", first)
      assert.include(again.printed, "10.00 returned")
      const tooMuch = yield* command("refund", "--amount", "40.01", "--reference", "ticket 2", first)
      assert.strictEqual(tooMuch.complaint, `${first} is not refunded: at most 40.00 EUR can be refunded`)
      const wrong = yield* command("refund", "--amount", "ten", "--reference", "ticket 2", first)
      assert.strictEqual(wrong.complaint, "ten is not an amount")
      const early = yield* command("conclude", "--outcome", "failed", second)
      assert.include(early.complaint, `${second} is not concluded: the payment provider decides the outcome`)
      const late = yield* command("conclude", "--outcome", "failed", first)
      assert.strictEqual(late.complaint, `${first} is not concluded: it is succeeded, and no refund is pending`)
      const unknown = `payment_${"0".repeat(26)}`
      assert.strictEqual((yield* command("show", unknown)).complaint, `No payment ${unknown}`)
      const alone = yield* command("check", "--stripe-secret-key", "sk_test_a1", first)
      assert.include(alone.complaint, "are required together")
      const stripe = ["--stripe-secret-key", "sk_test_a1", "--stripe-webhook-secret", "whsec_b2"]
      const other = yield* command("check", ...stripe, first)
      assert.strictEqual(other.complaint, "The payment provider simulated is not configured")
    }).pipe(Effect.scoped))
})
