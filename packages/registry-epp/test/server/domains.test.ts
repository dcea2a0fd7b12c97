import { assert, describe, layer } from "@effect/vitest"
import { contractBackends, RegistryOrders } from "@namewright/conformance"
import { RegistrySimulator } from "@namewright/core/registry"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainCreate, DomainInfo, DomainUpdate, EppCommand, EppDsData } from "../../src/index.ts"
import { claimsNoticeChecksum } from "../../src/message/claimsNotice.ts"
import type { RawClient } from "./RawClient.ts"
import { sendsValidDocuments } from "./sendsValidDocuments.ts"
import { codeOf, loggedIn, TestServer, written } from "./TestServer.ts"

const accounts = Effect.map(RegistrySimulator, ({ registry }) => ({
  ours: registry(contractBackends.generic, "ours"),
  theirs: registry(contractBackends.generic, "theirs")
}))
const authInfo = { password: "Correct-Horse-1" }

/** What a registration needs; a contact of the registrar's is made for it. */
const creation = Effect.fnUntraced(function*(changes: Partial<DomainCreate> = {}) {
  const id = yield* RegistryOrders.newContact((yield* accounts).ours)
  const command: DomainCreate = {
    _tag: "DomainCreate",
    name: yield* RegistryOrders.newName("generic"),
    registrant: id,
    contacts: [{ type: "admin", id }, { type: "tech", id }],
    authInfo,
    ...changes
  }
  return command
})

/** A name that is ours. */
const registered = Effect.gen(function*() {
  const { name } = yield* RegistryOrders.register((yield* accounts).ours)
  return name
})

const update = (name: string, changes: Partial<DomainUpdate>): DomainUpdate => ({
  _tag: "DomainUpdate",
  name,
  ...changes
})
const status = (...statuses: ReadonlyArray<string>) => ({
  contacts: [],
  statuses: statuses.map((it) => ({ status: it }))
})

const dataOf = Effect.fnUntraced(function*(client: RawClient, command: EppCommand) {
  const { data, results } = yield* client.ask(written(command))
  assert.strictEqual(results[0].code, 1000, results[0].message)
  return data
})

const infoOf = Effect.fnUntraced(function*(client: RawClient, name: string, changes: Partial<DomainInfo> = {}) {
  const data = yield* dataOf(client, { _tag: "DomainInfo", name, ...changes })
  return data?._tag === "DomainData" ? data : assert.fail("no data of a domain")
})

layer(TestServer.layer)("Domains of the EPP server: queries", (it) => {
  it.effect("are checked in the order of the question, whatever the case", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const taken = yield* registered
      const names = [
        taken.toUpperCase(),
        "free.generic",
        "nic.generic",
        "-a.generic",
        `${"a".repeat(64)}.generic`,
        "a.other"
      ]
      const data = yield* dataOf(client, { _tag: "DomainCheck", names })
      if (data?._tag !== "DomainChecked") return assert.fail("no answer to a check")
      assert.deepStrictEqual(data.names.map(({ available, id }) => [id, available]), [
        [names[0], false],
        ["free.generic", true],
        ["nic.generic", false],
        ["-a.generic", false],
        [names[4], false],
        ["a.other", false]
      ])
      for (const { available, reason } of data.names) assert.strictEqual(reason === undefined, available)
      const many = Array.from({ length: 51 }, (_, index) => `n${index}.generic`)
      assert.strictEqual(yield* codeOf(client, { _tag: "DomainCheck", names: many }), 2306)
      assert.strictEqual(yield* codeOf(client, { _tag: "DomainCheck", names: many.slice(1) }), 1000)
    }).pipe(Effect.scoped))

  it.effect("are shown whole to their sponsor and to whoever knows the auth code", () =>
    Effect.gen(function*() {
      const [ours, theirs] = [yield* loggedIn(), yield* loggedIn({ clientId: "theirs" })]
      const name = yield* registered
      const whole = yield* infoOf(ours, name)
      assert.deepInclude(whole, { sponsor: "ours", creator: "ours", authInfo, subordinateHosts: [] })
      assert.deepStrictEqual(whole.contacts.map(({ type }) => type), ["admin", "tech"])
      const reduced = yield* infoOf(theirs, name)
      assert.deepStrictEqual(
        [reduced.sponsor, reduced.authInfo, reduced.registrant, reduced.expiresOn],
        ["ours", undefined, undefined, undefined]
      )
      assert.strictEqual(
        yield* codeOf(theirs, { _tag: "DomainInfo", name, authInfo: { password: "Wrong-Horse-1" } }),
        2202
      )
      assert.strictEqual((yield* infoOf(theirs, name, { authInfo })).registrant, whole.registrant)
      assert.strictEqual(yield* codeOf(ours, { _tag: "DomainInfo", name: `no-${name}` }), 2303)
    }).pipe(Effect.scoped))

  it.effect("are shown with the hosts that were asked for", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const { ours } = yield* accounts
      const name = yield* registered
      const host = `ns1.${name}`
      yield* RegistryOrders.createHost(ours, host, "192.0.2.1")
      yield* RegistryOrders.update(ours, name, { add: { nameservers: RegistryOrders.nameservers(host) } })
      const seen = yield* Effect.forEach(["all", "del", "sub", "none"] as const, (hosts) =>
        Effect.map(infoOf(client, name, { hosts }), ({ nameservers, subordinateHosts }) => [
          nameservers?.hosts.length ?? 0,
          subordinateHosts.length
        ]))
      assert.deepStrictEqual(seen, [[1, 1], [1, 0], [0, 1], [0, 0]])
    }).pipe(Effect.scoped))
})

layer(TestServer.layer)("Domains of the EPP server: registration", (it) => {
  it.effect("are registered for a year, and shown as they were sent", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const command = yield* creation()
      const response = yield* client.ask(written(command))
      assert.strictEqual(response.results[0].code, 1000)
      assert.deepInclude(response.data, { _tag: "DomainCreatedData", name: command.name })
      const data = yield* infoOf(client, command.name)
      assert.deepStrictEqual(data.statuses, [{ status: "inactive" }])
      assert.strictEqual(data.expiresOn?.slice(0, 4), String(Number(data.createdOn?.slice(0, 4)) + 1))
      assert.strictEqual(yield* codeOf(client, command), 2302)
    }).pipe(Effect.scoped))

  it.effect.each<[string, Partial<DomainCreate>, number]>([
    ["for twelve months", { period: { value: 12, unit: "m" } }, 1000],
    ["without a password", { authInfo: { password: "" } }, 1000],
    ["in upper case", { name: "UPPER.GENERIC" }, 1000],
    ["for eleven years", { period: { value: 11, unit: "y" } }, 2004],
    ["with a host that does not exist", { nameservers: { form: "objects", hosts: ["ns1.example.net"] } }, 2303],
    ["with hosts as attributes", {
      nameservers: { form: "attributes", hosts: [{ name: "ns1.example.net", addresses: [] }] }
    }, 2306],
    ["with a registrant that does not exist", { registrant: "nobody" }, 2303],
    ["without a technical contact", { contacts: [] }, 2003],
    ["under a TLD that the registry does not keep", { name: "name.other" }, 2306],
    ["with a punycode that means nothing", { name: "xn--a.generic" }, 2005],
    ["with a password that is weak", { authInfo: { password: "weak" } }, 2306],
    ["with a reserved name", { name: "nic.generic" }, 2304],
    ["with a signature life", {
      extension: { secDNS: { form: "ds", records: [ds(1)], maximumSignatureLife: 86_400 } }
    }, 2102],
    ["with a foreign currency", {
      extension: { fee: { currency: "USD", fees: [{ amount: "10.00" }], credits: [] } }
    }, 2004],
    ["for another fee than the list's", { extension: { fee: { fees: [{ amount: "10.01" }], credits: [] } } }, 2004],
    ["for the fee of the list, in two parts", {
      extension: { fee: { currency: "EUR", fees: [{ amount: "7.5" }, { amount: "2.500" }], credits: [] } }
    }, 1000],
    ["in a launch phase that there is not", {
      extension: { launch: { phase: { phase: "landrush" }, encodedSignedMarks: [], notices: [] } }
    }, 2306]
  ])("are registered or refused: %s", ([, changes, code]) =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const command = yield* creation(changes)
      const { results } = yield* client.ask(written(command))
      assert.strictEqual(results[0].code, code, results[0].message)
      const expected = code === 1000
        ? 1000
        : command.name.endsWith(".other")
        ? 2306
        : command.name.includes("xn--")
        ? 2005
        : 2303
      assert.strictEqual(yield* codeOf(client, { _tag: "DomainInfo", name: command.name }), expected)
    }).pipe(Effect.scoped))

  it.effect.each(["0", "100"])("are not registered for %s years", (value) =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const document = written(yield* creation({ period: { value: 1, unit: "y" } }))
      assert.strictEqual(yield* codeOf(client, document.replace(/(<domain:period unit="y">)1</, `$1${value}<`)), 2001)
    }).pipe(Effect.scoped))

  it.effect("that are premium cost what the check says", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const name = yield* RegistryOrders.newName("generic", "premium")
      const fee = { currency: "EUR", commands: [{ name: "create" as const }, { name: "restore" as const }] }
      const { extension } = yield* client.ask(
        written({ _tag: "DomainCheck", names: [name, "free.generic"], extension: { fee } })
      )
      assert.deepStrictEqual(
        extension.feeChecked?.names.map((it) => [it.class, ...it.commands.map(({ fees }) => fees[0]?.amount)]),
        [["premium", "2500.00", "40.00"], ["standard", "10.00", "40.00"]]
      )
      assert.strictEqual(yield* codeOf(client, yield* creation({ name })), 2003)
      const paid = { fees: [{ amount: "2500.00" }], credits: [] }
      const created = yield* client.ask(written(yield* creation({ name, extension: { fee: paid } })))
      assert.deepStrictEqual([created.results[0].code, created.extension.fee?.fees[0]?.amount], [1000, "2500.00"])
    }).pipe(Effect.scoped))

  it.effect("that trademark holders claim are registered with an accepted notice", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const name = yield* RegistryOrders.newName("generic", "claims")
      const launch = { type: "claims", phase: { phase: "claims" } } as const
      const { data, extension } = yield* client.ask(
        written({ _tag: "DomainCheck", names: [name, "free.generic"], extension: { launch } })
      )
      assert.isUndefined(data)
      assert.deepStrictEqual(
        extension.launchChecked?.names.map(({ claimKeys, exists }) => [exists, claimKeys.length]),
        [
          [true, 1],
          [false, 0]
        ]
      )
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      const order = Effect.fnUntraced(
        function*(notAfter: number, acceptedOn: number, label = name.split(".")[0] ?? "") {
          const number = "0000000000000000001"
          const id = `${claimsNoticeChecksum(label, notAfter, number)}${number}`
          const notice = {
            id,
            notAfter: new Date(notAfter).toISOString(),
            acceptedOn: new Date(acceptedOn).toISOString()
          }
          const command = yield* creation({
            name,
            extension: { launch: { phase: { phase: "claims" }, encodedSignedMarks: [], notices: [notice] } }
          })
          return yield* codeOf(client, command)
        }
      )
      const hour = 3_600_000
      assert.strictEqual(yield* codeOf(client, yield* creation({ name })), 2304)
      assert.strictEqual(yield* order(now + hour, now, "another"), 2004)
      assert.strictEqual(yield* order(now - hour, now - 2 * hour), 2004)
      assert.strictEqual(yield* order(now + hour, now - 49 * hour), 2004)
      assert.strictEqual(yield* order(now + hour, now - hour), 1000)
    }).pipe(Effect.scoped))

  it.effect("cost the registrar's balance, and are refused when that is gone", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const fee = { currency: "EUR", fees: [{ amount: "10.00" }], credits: [] }
      const first = yield* creation({ extension: { fee } })
      const { extension } = yield* client.ask(written(first))
      assert.strictEqual(extension.fee?.balance, "5.00")
      const second = yield* creation()
      assert.strictEqual(yield* codeOf(client, second), 2104)
      assert.strictEqual(yield* codeOf(client, { _tag: "DomainInfo", name: second.name }), 2303)
      const deleted = yield* client.ask(written({ _tag: "DomainDelete", name: first.name }))
      assert.deepStrictEqual([deleted.results[0].code, deleted.extension.fee?.credits[0]?.amount], [1000, "-10.00"])
      assert.strictEqual(yield* codeOf(client, second), 1000)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerWith({}, { opening_balance: 1500 }))))
})

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

function ds(keyTag: number): EppDsData {
  return { keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }
}

describe("Domains of the EPP server", () => {
  sendsValidDocuments()
})
