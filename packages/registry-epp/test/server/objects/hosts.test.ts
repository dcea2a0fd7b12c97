import { assert, layer } from "@effect/vitest"
import { contractBackends } from "@namewright/conformance"
import { Effect } from "effect"
import type { DomainCreate, EppAddress, EppNameservers } from "../../../src/message/DomainCommand.ts"
import type { HostUpdate } from "../../../src/message/HostCommand.ts"
import { schemaProblems } from "../../SchemaValidation.ts"
import { authInfo, codeOf, dataOf, makeContact, ObjectServer, type Talk } from "./ObjectServer.ts"

const v4: EppAddress = { address: "192.0.2.1", version: "v4" }
const v6: EppAddress = { address: "2001:db8::1", version: "v6" }

const create = (talk: Talk, name: string, ...addresses: ReadonlyArray<EppAddress>) =>
  talk.say({ _tag: "HostCreate", name, addresses })

const info = (talk: Talk, name: string) => talk.say({ _tag: "HostInfo", name })

const remove = (talk: Talk, name: string) => talk.say({ _tag: "HostDelete", name })

const update = (talk: Talk, name: string, changes: Partial<HostUpdate>) =>
  talk.say({ _tag: "HostUpdate", name, ...changes })

const rename = (talk: Talk, name: string, newName: string) => update(talk, name, { newName })

const attributes = (...glue: ReadonlyArray<EppAddress>): EppNameservers => ({
  form: "attributes",
  hosts: [{ name: "ns1.glued.country", addresses: glue }, { name: "ns2.outside.example", addresses: [] }]
})

const hosts = (...names: ReadonlyArray<string>): EppNameservers => ({ form: "objects", hosts: names })

/** Registers a name, with a contact made for it. */
const register = Effect.fnUntraced(function*(talk: Talk, name: string, nameservers?: EppNameservers) {
  const id = `c-${name.slice(0, 10)}`
  yield* makeContact(talk, id)
  assert.strictEqual(yield* codeOf(talk.say(creation(name, id, nameservers))), 1000)
})

const creation = (name: string, id: string, nameservers?: EppNameservers): DomainCreate => ({
  _tag: "DomainCreate",
  name,
  registrant: id,
  contacts: [{ type: "admin", id }, { type: "tech", id }],
  authInfo,
  ...(nameservers === undefined ? {} : { nameservers })
})

const nameserversOf = (talk: Talk, name: string) =>
  Effect.map(dataOf("DomainData", talk.say({ _tag: "DomainInfo", name })), ({ nameservers }) => nameservers)

const statusesOf = (talk: Talk, name: string) =>
  Effect.map(dataOf("HostData", info(talk, name)), ({ statuses }) => statuses.map(({ status }) => status))

layer(ObjectServer.layer())("EPP commands about hosts", (it) => {
  it.effect("create one outside of the registry's zones, without addresses, once for all registrars", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      assert.strictEqual(yield* codeOf(create(ours, "ns1.outside.example", v4)), 2306)
      assert.strictEqual(yield* codeOf(create(ours, "ns1.outside.example")), 1000)
      assert.strictEqual(yield* codeOf(create(ours, "NS1.Outside.Example")), 2302)
      assert.strictEqual(yield* codeOf(create(theirs, "ns1.outside.example")), 2302)
      const { addresses, sponsor } = yield* dataOf("HostData", info(theirs, "ns1.outside.example"))
      assert.deepStrictEqual([addresses, sponsor], [[], "ours"])
    }))

  it.effect("create one below the registrar's own domain, and show it whole", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* register(ours, "own.generic")
      const created = yield* dataOf("HostCreatedData", create(ours, "ns1.own.generic", v4, v6))
      const shown = yield* dataOf("HostData", info(ours, "ns1.own.generic"))
      assert.match(shown.roid, /^H\d+-\w+$/)
      assert.deepStrictEqual(shown, {
        _tag: "HostData",
        name: "ns1.own.generic",
        roid: shown.roid,
        statuses: [{ status: "ok" }],
        addresses: [v4, v6],
        sponsor: "ours",
        creator: "ours",
        createdOn: created.createdOn
      })
    }))

  it.effect.each<[string, number, ReadonlyArray<EppAddress>]>([
    ["no address", 2306, []],
    ["an IPv6 address that is said to be another", 2005, [{ ...v6, version: "v4" }]],
    ["an IPv4 address that is said to be another", 2005, [{ ...v4, version: "v6" }]],
    ["127.0.0.1", 2005, [{ address: "127.0.0.1", version: "v4" }]],
    ["::1", 2005, [{ address: "::1", version: "v6" }]],
    ["256.1.1.1", 2005, [{ address: "256.1.1.1", version: "v4" }]]
  ])("refuse one below a domain with %s", ([, code, addresses]) =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* ours.say({ _tag: "DomainInfo", name: "own.generic" })
      assert.strictEqual(yield* codeOf(create(ours, "ns2.own.generic", ...addresses)), code)
    }))

  it.effect("refuse one below a domain that is missing or another registrar's, and names that are none", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* register(theirs, "foreign.generic")
      assert.strictEqual(yield* codeOf(create(ours, "ns1.missing.generic", v4)), 2303)
      assert.strictEqual(yield* codeOf(create(ours, "ns1.foreign.generic", v4)), 2201)
      assert.strictEqual(yield* codeOf(create(ours, "-ns1.own.generic", v4)), 2005)
      assert.strictEqual(yield* codeOf(info(ours, "ns9.own.generic")), 2303)
    }))

  it.effect("check which names are free", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "ns1.checked.example")
      const names = ["NS1.checked.example", "ns2.checked.example", "-.example"]
      const checked = yield* dataOf("HostChecked", theirs.say({ _tag: "HostCheck", names }))
      assert.deepStrictEqual(checked.names, [
        { id: "NS1.checked.example", available: false, reason: "In use" },
        { id: "ns2.checked.example", available: true },
        { id: "-.example", available: false, reason: "Invalid name" }
      ])
    }))

  it.effect("change its addresses and statuses for its sponsor", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* register(ours, "changing.generic")
      yield* create(ours, "ns1.changing.generic", v4)
      const add = { addresses: [v6], statuses: [{ status: "clientDeleteProhibited" }] }
      assert.strictEqual(yield* codeOf(update(theirs, "ns1.changing.generic", { add })), 2201)
      const removed = { addresses: [v4], statuses: [] }
      assert.strictEqual(yield* codeOf(update(ours, "ns1.changing.generic", { add, remove: removed })), 1000)
      const shown = yield* dataOf("HostData", info(ours, "ns1.changing.generic"))
      assert.deepStrictEqual([shown.addresses, shown.statuses, shown.updater], [[v6], add.statuses, "ours"])
      assert.strictEqual(yield* codeOf(remove(ours, "ns1.changing.generic")), 2304)
      const linked = { addresses: [], statuses: [{ status: "linked" }] }
      assert.strictEqual(yield* codeOf(update(ours, "ns1.changing.generic", { add: linked })), 2306)
    }))

  it.effect("keep one that a domain uses, with an address", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* register(ours, "used.generic")
      yield* create(ours, "ns1.used.generic", v4)
      const ns = { nameservers: hosts("ns1.used.generic"), contacts: [], statuses: [] }
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "DomainUpdate", name: "used.generic", add: ns })), 1000)
      assert.deepStrictEqual(yield* statusesOf(ours, "ns1.used.generic"), ["ok", "linked"])
      const last = { addresses: [v4], statuses: [] }
      assert.strictEqual(yield* codeOf(update(ours, "ns1.used.generic", { remove: last })), 2304)
      assert.strictEqual(yield* codeOf(remove(ours, "ns1.used.generic")), 2305)
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "DomainUpdate", name: "used.generic", remove: ns })), 1000)
      assert.deepStrictEqual(yield* statusesOf(ours, "ns1.used.generic"), ["ok"])
      assert.strictEqual(yield* codeOf(remove(ours, "ns1.used.generic")), 1000)
    }))

  it.effect("rename one, and every domain that uses it shows the new name", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* register(ours, "before.generic")
      yield* register(ours, "after.generic")
      yield* create(ours, "ns1.before.generic", v4)
      yield* create(ours, "ns3.before.generic", v4)
      yield* register(theirs, "using.generic", hosts("ns1.before.generic"))
      assert.strictEqual(yield* codeOf(rename(ours, "ns1.before.generic", "ns1.foreign.generic")), 2201)
      assert.strictEqual(yield* codeOf(rename(ours, "ns1.before.generic", "ns1.missing.generic")), 2303)
      assert.strictEqual(yield* codeOf(rename(ours, "ns1.before.generic", "ns3.before.generic")), 2302)
      assert.strictEqual(yield* codeOf(rename(ours, "ns1.before.generic", "_.before.generic")), 2005)
      assert.strictEqual(yield* codeOf(rename(ours, "ns1.before.generic", "ns2.after.generic")), 1000)
      assert.deepStrictEqual(yield* nameserversOf(theirs, "using.generic"), hosts("ns2.after.generic"))
      assert.strictEqual(yield* codeOf(info(ours, "ns1.before.generic")), 2303)
      const { subordinateHosts } = yield* dataOf("DomainData", ours.say({ _tag: "DomainInfo", name: "after.generic" }))
      assert.deepStrictEqual(subordinateHosts, ["ns2.after.generic"])
    }))

  it.effect("keep the name of one outside of the registry's zones that another registrar uses", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "ns1.renamed.example")
      yield* register(theirs, "linking.generic", hosts("ns1.renamed.example"))
      assert.strictEqual(yield* codeOf(rename(ours, "ns1.renamed.example", "ns2.renamed.example")), 2305)
    }))

  it.effect("move one with the domain above it", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* register(ours, "moving.generic")
      yield* create(ours, "ns1.moving.generic", v4)
      yield* theirs.say({ _tag: "DomainTransfer", operation: "request", name: "moving.generic", authInfo })
      yield* ours.say({ _tag: "DomainTransfer", operation: "approve", name: "moving.generic" })
      const { creator, sponsor, transferredOn } = yield* dataOf("HostData", info(theirs, "ns1.moving.generic"))
      assert.deepStrictEqual([sponsor, creator], ["theirs", "ours"])
      assert.isDefined(transferredOn)
      const add = { addresses: [v6], statuses: [] }
      assert.strictEqual(yield* codeOf(update(ours, "ns1.moving.generic", { add })), 2201)
      assert.strictEqual(yield* codeOf(update(theirs, "ns1.moving.generic", { add })), 1000)
    }))

  it.effect("keep to the schemas, in both directions", () =>
    Effect.gen(function*() {
      const { documents } = yield* ObjectServer
      assert.isAbove(documents.length, 100)
      assert.deepStrictEqual(schemaProblems(documents), [])
    }))
})

layer(ObjectServer.layer({}, contractBackends.country))("A registry that keeps hosts with its domains", (it) => {
  it.effect("takes no host objects", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      assert.strictEqual(yield* codeOf(create(ours, "ns1.outside.example")), 2307)
    }))

  it.effect("takes nameservers with glue below the name itself", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "c-glued")
      const command = (nameservers: EppNameservers): DomainCreate => ({
        ...creation("glued.country", "c-glued", nameservers),
        contacts: [],
        authInfo: { password: "" }
      })
      const objects = hosts("ns1.outside.example", "ns2.outside.example")
      assert.strictEqual(yield* codeOf(ours.say(command(objects))), 2306)
      assert.strictEqual(yield* codeOf(ours.say(command(attributes()))), 2306)
      assert.strictEqual(yield* codeOf(ours.say(command(attributes(v4, v6)))), 1000)
      assert.deepStrictEqual(yield* nameserversOf(ours, "glued.country"), attributes(v4, v6))
    }))
})
