import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testSize } from "../../../../test/testSize.ts"
import { crashingBundle } from "../domains/crashingBundle.ts"
import { fileProvider } from "./fileProvider.ts"

/** True if the process had fewer steps, and ended normally. */
const run = (script: string, ...args: ReadonlyArray<string>) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => errors += String(chunk))
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(false) : code === 0 ? resolve(true) : reject(new Error(errors)))
  })

/** Later than the killed process worked, so that its leases have ended. */
const later = () => new Date(Date.now() + 3_600_000)

const stride = testSize(3, 3, "NAMEWRIGHT_KILL_STRIDE")
const maximumSteps = 80

/** Lets the customer pay what was ordered, and returns what the platform and the provider then have. */
const recovered = async (filename: string, states: string) => {
  const provider = fileProvider(states)
  await using platform = await testPlatform({ filename, now: later(), payments: provider.driver })
  const organization = await platform.operator.organizations.findByReference("payer")
  const organization_id = organization?.organization_id ?? assert.fail("no organization")
  const caller = platform.as(organization_id, "admin")
  // The round of due look-ups orders what the provider does not know yet.
  await platform.clock.advance({ hours: 1 })
  for (const payment_id of Object.keys(provider.read())) provider.change(payment_id, { status: "succeeded" })
  await platform.clock.advance({ hours: 7 })
  for (const body of Object.keys(provider.read())) {
    provider.change(body, { returned: 500 })
    for (let time = 0; time < 2; time++) await platform.operator.payments.receive({ headers: {}, body })
    // The operator repeats the command.
    for (let time = 0; time < 2; time++) {
      await platform.operator.payments.refund(body, { amount: "7.00", reference: "one" })
    }
  }
  const { items } = await caller.payments.page({})
  const { items: transactions } = await caller.transactions.page({})
  return {
    ordered: Object.keys(provider.read()),
    refunded: Object.values(provider.read()).flatMap(({ refunds }) => Object.values(refunds)),
    payments: items.map(({ payment_id, returned_amount, status }) => `${payment_id} ${status} ${returned_amount}`),
    transactions: transactions.map(({ price, status }) => `${price} ${status}`).toSorted(),
    balance: (await platform.operator.wallets.balance(organization_id))?.amount,
    audit: await platform.operator.wallets.audit()
  }
}

describe("a process that is killed while it takes a payment", () => {
  it("orders and books each payment and refund once, and what was taken back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-payment-"))
    try {
      const script = await Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "payingProcess.ts")))
      const base = join(folder, "base.sqlite")
      {
        await using platform = await testPlatform({ filename: base, now: new Date() })
        await platform.operator.organizations.createParent({ name: "Payer", external_reference: "payer" })
      }
      let steps = 0
      for (let finished = false; !finished; steps += stride) {
        assert.isBelow(steps, maximumSteps)
        const file = join(folder, `${steps}.sqlite`)
        const states = join(folder, `${steps}.json`)
        copyFileSync(base, file)
        finished = await run(script, file, states, String(steps + 1))
        const { audit, balance, ordered, payments, refunded, transactions } = await recovered(file, states)
        assert.deepStrictEqual(audit, [], `step ${steps}`)
        if (payments.length === 0) {
          assert.deepStrictEqual([ordered, balance, transactions], [[], "0.00", []], `step ${steps}`)
          continue
        }
        assert.deepStrictEqual(payments, [`${ordered.join()} succeeded 12.00`], `step ${steps}`)
        assert.deepStrictEqual(
          [balance, transactions, refunded],
          ["13.00", ["-5.00 succeeded", "-7.00 succeeded", "25.00 succeeded"], [700]],
          `step ${steps}`
        )
      }
      assert.isAtLeast(steps, 15)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
