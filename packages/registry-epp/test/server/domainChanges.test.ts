import { assert, describe, layer } from "@effect/vitest"
import { RegistryOrders } from "@namewright/conformance"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainUpdate } from "../../src/index.ts"
import { accounts, authInfo, dataOf, ds, infoOf, registered, status, update } from "./domainOrders.ts"
import { sendsValidDocuments } from "./sendsValidDocuments.ts"
import { codeOf, loggedIn, TestServer, written } from "./TestServer.ts"

layer(TestServer.layer)("Domains of the EPP server: changes", (it) => {
  it.effect.each<[string, Partial<DomainUpdate>, number]>([
    ["a status of the client's", { add: status("clientHold") }, 1000],
    ["a status of the registry's", { add: status("serverHold") }, 2306],
    ["a computed status", { add: status("ok") }, 2306],
    ["a status that is not there", { remove: status("clientHold") }, 2306],
    ["nothing", {}, 2003],
    ["no registrant", { change: { registrant: "" } }, 2306],
    ["no password", { change: { authInfo: null } }, 1000],
    ["urgent keys", { extension: { secDNS: { urgent: true, add: { form: "ds", records: [ds(1)] } } } }, 2102],
    ["keys", { extension: { secDNS: { add: { form: "ds", records: [ds(1)] } } } }, 1000],
    ["keys that are not there", { extension: { secDNS: { remove: { form: "ds", records: [ds(1)] } } } }, 2306],
    ["a digest of the wrong length", {
      extension: { secDNS: { add: { form: "ds", records: [{ ...ds(1), digest: "ABCD" }] } } }
    }, 2005]
  ])("set or refuse %s", ([, changes, code]) =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const { results } = yield* client.ask(written(update(yield* registered, changes)))
      assert.strictEqual(results[0].code, code, results[0].message)
    }).pipe(Effect.scoped))

  it.effect("take empty containers beside a change, and none from another registrar", () =>
    Effect.gen(function*() {
      const [ours, theirs] = [yield* loggedIn(), yield* loggedIn({ clientId: "theirs" })]
      const name = yield* registered
      const document = written(update(name, { add: status("clientHold") }))
      assert.strictEqual(yield* codeOf(theirs, document), 2201)
      assert.strictEqual(
        yield* codeOf(ours, document.replace("</domain:add>", "</domain:add><domain:rem/><domain:chg/>")),
        1000
      )
    }).pipe(Effect.scoped))

  it.effect("take all keys away at once", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const name = yield* registered
      const secDNS = { add: { form: "ds" as const, records: [ds(1), ds(2)] } }
      assert.strictEqual(yield* codeOf(client, update(name, { extension: { secDNS } })), 1000)
      const shown = yield* client.ask(written({ _tag: "DomainInfo", name }))
      assert.deepStrictEqual(shown.extension.secDNS, secDNS.add)
      assert.strictEqual(yield* codeOf(client, update(name, { extension: { secDNS: { remove: "all" } } })), 1000)
      assert.isUndefined((yield* client.ask(written({ _tag: "DomainInfo", name }))).extension.secDNS)
    }).pipe(Effect.scoped))

  it.effect("renew for the expiry that the client sees, once, and for ten years at most", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const name = yield* registered
      const expiry = (yield* infoOf(client, name)).expiresOn?.slice(0, 10) ?? ""
      const renewal = { _tag: "DomainRenew", name, currentExpiry: expiry, period: { value: 1, unit: "y" } } as const
      assert.strictEqual(yield* codeOf(client, { ...renewal, currentExpiry: "2001-01-01" }), 2306)
      assert.strictEqual(yield* codeOf(client, { ...renewal, period: { value: 10, unit: "y" } }), 2306)
      assert.strictEqual(yield* codeOf(client, renewal), 1000)
      assert.strictEqual(yield* codeOf(client, renewal), 2306)
      const { extension } = yield* client.ask(written({ _tag: "DomainInfo", name }))
      assert.deepStrictEqual(extension.rgp?.map((it) => it.status), ["addPeriod", "renewPeriod"])
    }).pipe(Effect.scoped))

  it.effect("move to another registrar", () =>
    Effect.gen(function*() {
      const [ours, theirs] = [yield* loggedIn(), yield* loggedIn({ clientId: "theirs" })]
      const name = yield* registered
      const transfer = (operation: "approve" | "cancel" | "query" | "reject" | "request") =>
        ({ _tag: "DomainTransfer", operation, name }) as const
      assert.strictEqual(yield* codeOf(theirs, transfer("query")), 2301)
      assert.strictEqual(yield* codeOf(ours, { ...transfer("request"), authInfo }), 2002)
      assert.strictEqual(yield* codeOf(theirs, transfer("request")), 2201)
      assert.strictEqual(
        yield* codeOf(theirs, { ...transfer("request"), authInfo: { password: "Wrong-Horse-1" } }),
        2202
      )
      const period = { value: 2, unit: "y" } as const
      assert.strictEqual(yield* codeOf(theirs, { ...transfer("request"), authInfo, period }), 2306)
      const asked = yield* theirs.ask(written({ ...transfer("request"), authInfo }))
      assert.deepStrictEqual(asked.results[0].code, 1001)
      assert.deepInclude(asked.data, { status: "pending", requester: "theirs", actor: "ours" })
      assert.strictEqual(yield* codeOf(theirs, { ...transfer("request"), authInfo }), 2300)
      assert.deepStrictEqual(yield* dataOf(ours, transfer("query")), asked.data)
      assert.strictEqual(yield* codeOf(theirs, transfer("approve")), 2201)
      assert.strictEqual(yield* codeOf(ours, transfer("cancel")), 2201)
      assert.deepInclude(yield* dataOf(ours, transfer("reject")), { status: "clientRejected" })
      assert.strictEqual(yield* codeOf(ours, transfer("approve")), 2301)
      assert.strictEqual(yield* codeOf(theirs, { ...transfer("request"), authInfo }), 1001)
      assert.deepInclude(yield* dataOf(theirs, transfer("cancel")), { status: "clientCancelled", actor: "theirs" })
      assert.strictEqual(yield* codeOf(theirs, { ...transfer("request"), authInfo }), 1001)
      assert.deepInclude(yield* dataOf(ours, transfer("approve")), { status: "clientApproved" })
      assert.strictEqual((yield* infoOf(theirs, name)).sponsor, "theirs")
    }).pipe(Effect.scoped))

  it.effect("go at once in their first days, and through redemption later; a restore takes a report", () =>
    Effect.gen(function*() {
      const { ours: account } = yield* accounts
      const young = yield* registered
      const { name } = yield* RegistryOrders.register(account)
      const kept = yield* Effect.scoped(Effect.gen(function*() {
        const client = yield* loggedIn()
        assert.strictEqual(yield* codeOf(client, { _tag: "DomainDelete", name: young }), 1000)
        return yield* codeOf(client, { _tag: "DomainInfo", name: young })
      }))
      assert.strictEqual(kept, 2303)
      yield* TestClock.adjust("10 days")
      const client = yield* loggedIn()
      assert.strictEqual(yield* codeOf(client, { _tag: "DomainDelete", name }), 1001)
      const rgpOf = Effect.map(client.ask(written({ _tag: "DomainInfo", name })), ({ extension }) => extension.rgp)
      assert.deepStrictEqual(yield* rgpOf, [{ status: "redemptionPeriod" }])
      const report = {
        operation: "report" as const,
        report: {
          before: "before",
          after: "after",
          deletedOn: "2026-01-01T00:00:00Z",
          restoredOn: "2026-01-02T00:00:00Z",
          reason: "The holder asked for it",
          statements: ["It is so", "It is true"]
        }
      }
      const request = { operation: "request" as const }
      assert.strictEqual(yield* codeOf(client, update(name, { extension: { rgp: report } })), 2304)
      assert.strictEqual(
        yield* codeOf(client, update(name, { add: status("clientHold"), extension: { rgp: request } })),
        2002
      )
      const restored = yield* client.ask(written(update(name, { extension: { rgp: request } })))
      assert.deepStrictEqual([restored.results[0].code, restored.extension.rgp], [1000, [{ status: "pendingRestore" }]])
      assert.strictEqual(yield* codeOf(client, update(name, { extension: { rgp: report } })), 1000)
      assert.isUndefined(yield* rgpOf)
      assert.strictEqual(yield* codeOf(client, update(name, { extension: { rgp: request } })), 2304)
    }).pipe(Effect.scoped))
})

describe("Changed domains of the EPP server", () => {
  sendsValidDocuments()
})
