import { assert, describe, layer } from "@effect/vitest"
import { RegistryOrders } from "@namewright/conformance"
import { claimsNoticeChecksum } from "@namewright/core/registry"
import { DateTime, Effect } from "effect"
import type { DomainCreate } from "../../src/index.ts"
import { accounts, authInfo, creation, dataOf, ds, infoOf, registered } from "./domainOrders.ts"
import { sendsValidDocuments } from "./sendsValidDocuments.ts"
import { codeOf, loggedIn, TestServer, written } from "./TestServer.ts"

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

  it.effect("are returned completely to their sponsor and to clients with the auth code", () =>
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

describe("Domains of the EPP server", () => {
  sendsValidDocuments()
})
