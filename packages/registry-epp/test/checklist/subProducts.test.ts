import { assert, layer } from "@effect/vitest"
import { RegistryOrders } from "@namewright/conformance"
import { newCommandId } from "@namewright/core/registry"
import { DomainName, Hostname, Period } from "@namewright/core/shared"
import { type TldSpec, tldSpec } from "@namewright/core/tlds"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { EppUri } from "../../src/index.ts"
import { generic } from "../../src/profile/genericProfiles.ts"
import { verisign } from "../../src/profile/verisign.ts"
import { creation, named, updating } from "../driver/orders.ts"
import { answers, frames, framesKeepToSchemas, password, Registrars } from "./Registrars.ts"

const subProducts = { dotCOM: "com", dotNET: "net", dotCC: "cc" }
const zones = ["com", "net", "cc"]
const backend = "verisign"
const tlds = zones.map((name): TldSpec => ({
  ...tldSpec({ name, type: "gTLD", backend, roles: "R", lock: [0, 0], host_parents: ["com", "net"] }),
  contacts: null
}))

const domain = (text: string) => DomainName.make(text)
const host = (text: string) => Hostname.make(text)
const options = { backend, subProducts, tlds, zones }

/** The commands about a name that came over the wire, as documents. */
const received = (name: string) =>
  frames.flatMap(({ direction, document }) =>
    direction === "received" && document.includes(`>${name}<`) ? [document] : []
  )

layer(Registrars.layer({}, { ...options, profile: verisign }))("A registry that routes by sub-product", (it) => {
  it.effect("answers checks of several suffixes, each with its own sub-product", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const names = ["one.com", "two.net", "three.cc", "four.com"].map(domain)
      const found = yield* ours.registry.checkDomains(names)
      assert.deepStrictEqual(
        found.map(({ available, error, name }) => [name, available, error]),
        names.map((name) => [name, true, null])
      )
      assert.lengthOf(received("two.net"), 1)
      assert.include(received("two.net")[0] ?? "", "subProduct>dotNET<")
      assert.deepStrictEqual(received("one.com"), received("four.com"))
    }))

  it.effect("receives the sub-product in all commands about a name, its hosts and its transfer", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      const [name, inside] = [domain("routed.com"), host("ns1.routed.com")]
      const servers = RegistryOrders.nameservers("ns1.elsewhere.example")
      const { command_id } = yield* named
      yield* ours.registry.createDomain({ ...yield* creation({ name, auth_code: password }), nameservers: servers })
      yield* ours.registry.createHost({ command_id: yield* newCommandId, hostname: inside, ip_addresses: ["8.8.8.8"] })
      yield* ours.registry.updateHost({
        command_id: yield* newCommandId,
        hostname: inside,
        add: ["8.8.4.4"],
        remove: ["8.8.8.8"]
      })
      assert.isTrue(Option.isSome(yield* ours.registry.infoHost(inside)))
      yield* ours.registry.updateDomain({
        ...yield* updating({ add: { nameservers: RegistryOrders.nameservers(inside) } }),
        name
      })
      yield* ours.registry.updateDomain({
        ...yield* updating({ remove: { nameservers: RegistryOrders.nameservers(inside) } }),
        name
      })
      yield* ours.registry.deleteHost({ command_id: yield* newCommandId, hostname: inside })
      const before = Option.getOrThrow(yield* ours.registry.infoDomain(name))
      yield* ours.registry.renewDomain({
        command_id: yield* newCommandId,
        name,
        current_expiry_date: before.expires_on === null ? "" : DateTime.formatIsoDateUtc(before.expires_on),
        period: Period.years(1),
        fee: null
      })
      yield* TestClock.adjust("61 days")
      yield* theirs.registry.requestTransfer({
        command_id: yield* newCommandId,
        name,
        auth_code: password,
        period: null,
        contacts: [],
        nameservers: [],
        attributes: {},
        fee: null
      })
      assert.isTrue(Option.isSome(yield* theirs.registry.queryTransfer(name, password)))
      yield* ours.registry.rejectTransfer({ command_id: yield* newCommandId, name })
      yield* ours.registry.deleteDomain({ command_id, name })
      yield* ours.registry.restoreDomain({ command_id: yield* newCommandId, name, reason: null, fee: null })
      assert.notInclude(Option.getOrThrow(yield* ours.registry.infoDomain(name)).statuses, "pendingDelete")
      const documents = [...received(name), ...received(inside), ...received("ns1.elsewhere.example")]
      assert.isAbove(documents.length, 15)
      assert.deepStrictEqual(documents.filter((document) => !document.includes("subProduct>dotCOM<")), [])
    }))

  it.effect("has foreign hosts created once for the suffixes that share them, and treats hosts of another repository as foreign", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const servers = RegistryOrders.nameservers("ns1.shared.example", "ns1.kept.com")
      yield* ours.registry.createDomain({ ...yield* creation({ name: domain("kept.com") }), nameservers: [] })
      yield* ours.registry.createHost({
        command_id: yield* newCommandId,
        hostname: host("ns1.kept.com"),
        ip_addresses: ["8.8.8.8"]
      })
      yield* ours.registry.createDomain({ ...yield* creation({ name: domain("user.net") }), nameservers: servers })
      assert.isFalse(received("ns1.kept.com").some((document) => document.includes("<host:check")))
      yield* Effect.exit(
        ours.registry.createDomain({ ...yield* creation({ name: domain("user.cc") }), nameservers: servers })
      )
      const asked = received("ns1.kept.com").filter((document) => document.includes("<host:check"))
      assert.lengthOf(asked, 1)
      assert.include(asked[0] ?? "", "subProduct>dotCC<")
    }))

  it.effect("receives none in poll commands", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* ours.registry.nextMessage
      yield* theirs.registry.nextMessage
      const polls = frames.filter(({ direction, document }) => direction === "received" && document.includes("<poll"))
      assert.isNotEmpty(polls)
      assert.isFalse(polls.some(({ document }) => document.includes("subProduct")))
    }))

  it.effect("refuses a command without one, with one that it does not have, or with that of another suffix (2306)", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const product = (text: string) => ({
        other: [{
          namespace: EppUri.namestore,
          name: "namestoreExt",
          attributes: {},
          text: "",
          children: [{ namespace: EppUri.namestore, name: "subProduct", attributes: {}, text, children: [] }]
        }]
      })
      yield* answers(ours, { _tag: "DomainCheck", names: ["plain.com"] }, 2306)
      yield* answers(ours, { _tag: "HostInfo", name: "ns1.plain.com" }, 2306)
      yield* answers(ours, { _tag: "DomainCheck", names: ["plain.com"], extension: product("dotXYZ") }, 2306)
      yield* answers(ours, { _tag: "DomainInfo", name: "plain.com", extension: product("dotNET") }, 2306)
      const { extension } = yield* answers(
        ours,
        { _tag: "DomainCheck", names: ["plain.com"], extension: product("dotCOM") },
        1000
      )
      assert.deepStrictEqual(extension.other.map(({ name }) => name), ["namestoreExt"])
    }))
})

layer(Registrars.layer({}, { ...options, profile: generic }))("A profile without the sub-product", (it) => {
  it.effect("reports a refused check as an error, not as an unavailable name", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const found = yield* ours.registry.checkDomains(["free.com", "free.net"].map(domain))
      assert.deepStrictEqual(found.map(({ available, reason }) => [available, reason]), [[false, null], [false, null]])
      assert.isTrue(found.every(({ error }) => error?.startsWith("2306 ")))
    }))
})

framesKeepToSchemas()
