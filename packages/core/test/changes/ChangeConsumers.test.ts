import { assert, describe, it } from "@effect/vitest"
import { type Change, changeKinds } from "@namewright/core/changes"
import { createPlatform, isPlatformError } from "@namewright/core/embed"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const withPlatform = async (
  test: (platform: ReturnType<typeof createPlatform>, organization_id: string) => Promise<void>
) => {
  const platform = createPlatform({ storage: memoryDatabase() })
  try {
    const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
    await test(platform, organization_id)
  } finally {
    await platform.dispose()
  }
}

/** Collects changes until there are `count` of them. */
const collector = (count: number) => {
  const found: Array<Change> = []
  const stop = new AbortController()
  const add = (change: Change) => {
    found.push(change)
    if (found.length === count) stop.abort()
  }
  return { found, add, signal: stop.signal }
}

const referenceOf = (change: Change) => change.kind === "payment.received" ? change.data.product_reference : undefined

describe("platform.consume", () => {
  it("calls the handler with each change in order, and continues after the last one", () =>
    withPlatform(async (platform, organization_id) => {
      const { topUp } = platform.operator.wallets
      for (const reference of ["p1", "p2"]) await topUp({ organization_id, amount: 150, reference })
      const first = collector(2)
      await platform.consume("invoices", first.add, { signal: first.signal, kinds: ["payment.received"] })
      assert.deepStrictEqual(
        first.found.map(({ data, kind, organization_id: owner }) => [kind, owner, "gross" in data && data.gross]),
        [["payment.received", organization_id, "1.50"], ["payment.received", organization_id, "1.50"]]
      )
      assert.strictEqual(await platform.changes.cursor("invoices"), first.found[1]?.position)
      const second = collector(1)
      const consuming = platform.consume("invoices", second.add, { signal: second.signal, kinds: ["payment.received"] })
      await topUp({ organization_id, amount: 150, reference: "p3" })
      await consuming
      assert.strictEqual(second.found[0]?.kind === "payment.received" && second.found[0].data.product_reference, "p3")
    }))

  it("tries a change again when its handler fails, before any later one", () =>
    withPlatform(async (platform, organization_id) => {
      for (const reference of ["p1", "p2"]) {
        await platform.operator.wallets.topUp({ organization_id, amount: 150, reference })
      }
      const { add, found, signal } = collector(2)
      const seen: Array<string | null> = []
      await platform.consume("invoices", (change) => {
        seen.push(change.data.product_reference)
        if (seen.length === 1) throw new Error("The invoice service is away")
        add(change)
      }, { signal, kinds: ["payment.received"] })
      assert.deepStrictEqual(seen, ["p1", "p1", "p2"])
      assert.lengthOf(found, 2)
    }))

  it("continues at a moved cursor while it waits for changes", () =>
    withPlatform(async (platform, organization_id) => {
      const { add, found, signal } = collector(4)
      const consuming = platform.consume("invoices", add, { signal, kinds: ["payment.received"] })
      for (const reference of ["p1", "p2"]) {
        await platform.operator.wallets.topUp({ organization_id, amount: 150, reference })
      }
      const { next } = await platform.changes.read()
      while (await platform.changes.cursor("invoices") !== next) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      await platform.changes.moveCursor("invoices", 0)
      await consuming
      assert.deepStrictEqual(found.map(referenceOf), ["p1", "p2", "p1", "p2"])
    }))

  it("leaves out a change that its handler refuses, once the cursor is moved to it", () =>
    withPlatform(async (platform, organization_id) => {
      for (const reference of ["p1", "p2"]) {
        await platform.operator.wallets.topUp({ organization_id, amount: 150, reference })
      }
      const { add, found, signal } = collector(2)
      await platform.consume("invoices", async (change) => {
        add(change)
        if (referenceOf(change) === "p2") return
        await platform.changes.moveCursor("invoices", change.position)
        throw new Error("The invoice service refuses this payment")
      }, { signal, kinds: ["payment.received"] })
      assert.deepStrictEqual(found.map(referenceOf), ["p1", "p2"])
    }))

  it("is active once for a name, however many runs there are, and once for every name", () =>
    withPlatform(async (platform, organization_id) => {
      let active = 0
      let most = 0
      const ofInvoices = collector(5)
      const ofMails = collector(5)
      const consume = (name: string, { add, signal }: ReturnType<typeof collector>) =>
        platform.consume(name, async (change) => {
          if (name === "invoices") most = Math.max(most, ++active)
          await new Promise((resolve) => setImmediate(resolve))
          add(change)
          if (name === "invoices") active--
        }, { signal, kinds: ["payment.received"] })
      const runs = [consume("invoices", ofInvoices), consume("invoices", ofInvoices), consume("mails", ofMails)]
      for (let n = 0; n < 5; n++) {
        await platform.operator.wallets.topUp({ organization_id, amount: 150, reference: `p${n}` })
      }
      await Promise.all(runs)
      assert.deepStrictEqual([most, ofInvoices.found.length, ofMails.found.length], [1, 5, 5])
    }))

  it("rejects names, kinds and cursors that cannot be", () =>
    withPlatform(async (platform) => {
      const refusal = (call: Promise<unknown>) =>
        call.then(() => "resolved", (error: unknown) => isPlatformError(error) ? error._tag : error)
      assert.strictEqual(await refusal(platform.consume("", () => {})), "InvalidInput")
      assert.strictEqual(await refusal(platform.consume("a", () => {}, { kinds: ["eaten" as never] })), "InvalidInput")
      await platform.changes.moveCursor("a", 1_000_000)
      assert.strictEqual(await refusal(platform.consume("a", () => {})), "ChangesRemoved")
    }))

  it("has a kind for every change", () => {
    assert.strictEqual(new Set(changeKinds).size, changeKinds.length)
    assert.includeMembers([...changeKinds], [
      "charge.captured",
      "charge.refunded",
      "charge.adjusted",
      "payment.received",
      "domain.registered",
      "domain.renewed",
      "domain.expired",
      "domain.redemption",
      "domain.purged",
      "domain.transferred_in",
      "domain.transferred_out"
    ])
  })
})
