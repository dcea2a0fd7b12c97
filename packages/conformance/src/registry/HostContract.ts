import { newCommandId, type Registry } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  createHost,
  deleteHost,
  hostname,
  info,
  nameservers,
  newName,
  refused,
  register,
  remove,
  update
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

const address = "192.0.2.1"

const updateHost = (
  registry: Registry,
  host: string,
  { add = [], remove: removed = [] }: { readonly add?: ReadonlyArray<string>; readonly remove?: ReadonlyArray<string> }
) =>
  Effect.flatMap(
    newCommandId,
    (command_id) => registry.updateHost({ command_id, hostname: hostname(host), add, remove: removed })
  )

const infoHost = (registry: Registry, host: string) => Effect.map(registry.infoHost(hostname(host)), Option.getOrThrow)

const newExternal = Effect.map(newName("net", "ns"), String)

/** Host objects (RFC 5732), and hosts as attributes. */
export const hostContract = (it: RegistryTest) => {
  hostObjects(it)
  hostChanges(it)
  hostAttributes(it)
}

const hostObjects = (it: RegistryTest) => {
  it.needs("infoHost", "createHost", "rival").effect(
    "accepts a host outside of its zones without an address, once for all registrars",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const host = yield* newExternal
        yield* createHost(ours.generic, host)
        assert.strictEqual((yield* infoHost(ours.generic, host)).sponsor, "account")
        assert.notStrictEqual((yield* infoHost(theirs.generic, host)).sponsor, "account")
        yield* refused(createHost(ours.generic, host), "objectExists")
        yield* refused(createHost(theirs.generic, host), "objectExists")
        yield* refused(createHost(ours.generic, yield* newExternal, address), "policy", "parameter")
      })
  )

  it.needs("infoDomain", "createDomain", "infoHost", "createHost", "rival").effect(
    "delegates to hosts outside of its zones, whichever registrar created them",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const [existing, missing] = [yield* newExternal, yield* newExternal]
        yield* createHost(theirs.generic, existing)
        const { name } = yield* register(ours.generic, { nameservers: nameservers(existing, missing) })
        assert.sameMembers((yield* info(ours.generic, name)).nameservers.map((server) => server.hostname as string), [
          existing,
          missing
        ])
        assert.isTrue((yield* infoHost(ours.generic, missing)).linked)
        yield* refused(createHost(theirs.generic, missing), "objectExists")
      })
  )

  it.needs("infoDomain", "createDomain", "infoHost", "createHost").effect(
    "accepts a host below the registrar's own domain, with IPv4 and IPv6 addresses",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        const host = `ns1.${name}`
        yield* createHost(generic, host, address, "2001:DB8::1")
        assert.sameMembers([...(yield* infoHost(generic, host)).ip_addresses], [address, "2001:db8::1"])
        assert.deepStrictEqual((yield* info(generic, name)).subordinate_hosts, [hostname(host)])
      })
  )

  it.needs("infoDomain", "createDomain", "infoHost", "createHost").effect(
    "refuses a host below a domain without an address, or with an unreachable one",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* refused(createHost(generic, `ns1.${name}`), "policy", "parameter")
        for (const wrong of ["127.0.0.1", "::1", "256.1.1.1", "not an address"]) {
          yield* refused(createHost(generic, `ns1.${name}`, wrong), "parameter", "policy")
        }
        assert.deepStrictEqual(yield* generic.infoHost(hostname(`ns1.${name}`)), Option.none())
      })
  )

  it.needs("infoDomain", "createDomain", "createHost", "rival").effect(
    "refuses a host below a missing domain or another registrar's domain",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        yield* refused(createHost(ours.generic, `ns1.${yield* newName("generic")}`, address), "objectMissing")
        const { name } = yield* register(theirs.generic)
        yield* refused(createHost(ours.generic, `ns1.${name}`, address), "notSponsor")
      })
  )

  it.needs("infoDomain", "createDomain", "updateDomain").effect(
    "does not delegate to a host below one of its names without a host object",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* refused(register(generic, { nameservers: nameservers(`ns1.${name}`) }), "objectMissing")
        yield* refused(update(generic, name, { add: { nameservers: nameservers(`ns1.${name}`) } }), "objectMissing")
      })
  )
}

const hostChanges = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "createHost")
  it.needs("infoHost", "updateHost", "rival").effect(
    "changes the addresses of a host only for its sponsor",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        const host = `ns1.${name}`
        yield* createHost(ours.generic, host, address)
        yield* refused(updateHost(theirs.generic, host, { add: ["192.0.2.2"] }), "notSponsor")
        yield* updateHost(ours.generic, host, { add: ["192.0.2.2"], remove: [address] })
        assert.deepStrictEqual((yield* infoHost(ours.generic, host)).ip_addresses, ["192.0.2.2"])
        yield* refused(updateHost(ours.generic, host, { remove: [address] }), "policy", "parameter", "objectMissing")
        yield* refused(updateHost(ours.generic, `ns2.${name}`, { add: [address] }), "objectMissing")
      })
  )

  it.needs("updateDomain", "infoHost", "updateHost").effect(
    "refuses to remove the last address of a host in use",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        const host = `ns1.${name}`
        yield* createHost(generic, host, address)
        yield* update(generic, name, { add: { nameservers: nameservers(host) } })
        yield* refused(updateHost(generic, host, { remove: [address] }), "statusProhibits", "parameter", "policy")
        assert.deepStrictEqual((yield* infoHost(generic, host)).ip_addresses, [address])
      })
  )

  it.needs("updateDomain", "infoHost", "deleteHost", "rival").effect(
    "shows a host as linked while a domain delegates to it, and does not delete it then",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { name } = yield* register(ours.generic)
        const host = `ns1.${name}`
        yield* createHost(ours.generic, host, address)
        const { name: other } = yield* register(theirs.generic, { nameservers: nameservers(host) })
        assert.isTrue((yield* infoHost(ours.generic, host)).linked)
        yield* refused(deleteHost(ours.generic, host), "associationProhibits")
        yield* refused(deleteHost(theirs.generic, host), "notSponsor")
        yield* update(theirs.generic, other, { remove: { nameservers: nameservers(host) } })
        assert.isFalse((yield* infoHost(ours.generic, host)).linked)
        yield* deleteHost(ours.generic, host)
        assert.deepStrictEqual(yield* ours.generic.infoHost(hostname(host)), Option.none())
        assert.deepStrictEqual((yield* info(ours.generic, name)).subordinate_hosts, [])
        yield* refused(deleteHost(ours.generic, host), "objectMissing")
      })
  )

  it.needs("deleteDomain", "deleteHost").effect(
    "refuses to delete a domain with hosts below it",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* createHost(generic, `ns1.${name}`, address)
        yield* refused(remove(generic, name), "associationProhibits")
        yield* deleteHost(generic, `ns1.${name}`)
        yield* remove(generic, name)
      })
  )
}

const hostAttributes = (all: RegistryTest) => {
  const it = all.needs("createDomain", "hostAttributes")
  it.needs("infoDomain").effect("stores glue with the domain if hosts are attributes", () =>
    Effect.gen(function*() {
      const { ours: { country } } = yield* RegistryUnderTest
      const name = yield* newName("country")
      const glue = { hostname: hostname(`ns1.${name}`), ip_addresses: [address] }
      const { nameservers: kept } = yield* register(country, {
        name,
        nameservers: [glue, ...nameservers("ns2.example.net")]
      })
      assert.deepStrictEqual(kept, [glue, ...nameservers("ns2.example.net")])
      yield* refused(createHost(country, `ns1.${name}`, address), "unsupported", "policy")
    }))

  it.effect("refuses a nameserver below the domain itself without glue", () =>
    Effect.gen(function*() {
      const { ours: { country } } = yield* RegistryUnderTest
      const name = yield* newName("country")
      yield* refused(
        register(country, { name, nameservers: nameservers(`ns1.${name}`, "ns2.example.net") }),
        "policy",
        "parameter"
      )
    }))
}
