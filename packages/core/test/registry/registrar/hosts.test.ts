import { assert, layer } from "@effect/vitest"
import type { HostChange, SimulatedRegistrar } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { orders, refusedWith, registrars, simulatorInMemory } from "./registrars.ts"

const { hostname, nameservers } = orders
const address = "192.0.2.1"

const create = (registrar: SimulatedRegistrar, host: string, ...addresses: ReadonlyArray<string>) =>
  registrar.hosts.create(hostname(host), addresses)

const update = (registrar: SimulatedRegistrar, host: string, change: HostChange) =>
  registrar.hosts.update(hostname(host), change)

const rename = (registrar: SimulatedRegistrar, host: string, name: string, change: HostChange = {}) =>
  update(registrar, host, { ...change, new_name: hostname(name) })

const find = (registrar: SimulatedRegistrar, host: string) =>
  Effect.map(registrar.hosts.find(hostname(host)), Option.getOrThrow)

const serversOf = (registrar: SimulatedRegistrar, name: Parameters<typeof orders.info>[1]) =>
  Effect.map(orders.info(registrar.registry, name), (domain) => domain.nameservers.map((server) => server.hostname))

const outside = Effect.map(orders.newName("net", "ns"), String)

layer(simulatorInMemory)("Hosts of a simulated registrar", (it) => {
  it.effect("show their sponsor and their creator, and move with their parent domain", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const created_on = yield* Instant.now
      const { name } = yield* orders.register(ours.registry)
      const { roid } = yield* create(ours, `ns1.${name}`, address, "2001:DB8::1")
      assert.match(roid, /^H\d{12}-CONTRACT$/)
      const record = yield* find(theirs, `ns1.${name}`)
      assert.deepStrictEqual(record, {
        host: {
          hostname: hostname(`ns1.${name}`),
          roid,
          parent: name,
          sponsor: "ours",
          creator: "ours",
          created_on,
          updater: null,
          updated_on: null,
          ip_addresses: [address, "2001:db8::1"],
          client_statuses: []
        },
        sponsored: false,
        linked: false,
        statuses: ["ok"],
        transferred_on: null
      })
      yield* orders.requestTransfer(theirs.registry, name)
      yield* TestClock.adjust("5 days")
      const moved = yield* find(theirs, `ns1.${name}`)
      assert.deepStrictEqual([moved.sponsored, moved.host.creator], [true, "ours"])
      assert.deepStrictEqual(moved.transferred_on, yield* Instant.now)
    }))

  it.effect("are checked: free, in use, and made on the way", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const [made, used, free] = [yield* outside, yield* outside, yield* outside]
      yield* create(theirs, made)
      yield* orders.register(ours.registry, { nameservers: nameservers(used) })
      const checked = yield* ours.hosts.check([made, used, free].map(hostname))
      assert.deepStrictEqual(checked.map(({ available }) => available), [false, false, true])
    }))

  it.effect("are changed by their sponsor alone, who may lock them", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      const host = `ns1.${name}`
      yield* create(ours, host, address)
      const locked = { statuses: ["clientUpdateProhibited", "clientDeleteProhibited"] }
      assert.strictEqual(yield* refusedWith(update(theirs, host, { add: locked })), 2201)
      yield* update(ours, host, { add: locked })
      assert.deepStrictEqual((yield* find(ours, host)).statuses, locked.statuses)
      assert.strictEqual(yield* refusedWith(update(ours, host, { add: { ip_addresses: ["192.0.2.2"] } })), 2304)
      assert.strictEqual(yield* refusedWith(rename(ours, host, `ns2.${name}`)), 2304)
      assert.strictEqual(yield* refusedWith(ours.hosts.delete(hostname(host))), 2304)
      assert.strictEqual(yield* refusedWith(orders.deleteHost(ours.registry, host)), 2304)
      yield* update(ours, host, { remove: locked, add: { ip_addresses: ["192.0.2.2"] } })
      const { host: kept } = yield* find(ours, host)
      assert.deepStrictEqual([kept.ip_addresses, kept.updater], [[address, "192.0.2.2"], "ours"])
      yield* ours.hosts.delete(hostname(host))
    }))

  it.effect.each<[string, number, HostChange]>([
    ["changes nothing", 2003, {}],
    ["adds linked", 2306, { add: { statuses: ["linked"] } }],
    ["adds serverUpdateProhibited", 2306, { add: { statuses: ["serverUpdateProhibited"] } }],
    ["removes a status that is not set", 2306, { remove: { statuses: ["clientUpdateProhibited"] } }],
    ["removes the last address", 2306, { remove: { ip_addresses: [address] } }],
    ["adds an address that is there", 2306, { add: { ip_addresses: [address] } }],
    ["adds an address that nobody can reach", 2005, { add: { ip_addresses: ["127.0.0.1"] } }]
  ])("refuse an update that %s", ([, code, change]) =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      yield* create(ours, `ns1.${name}`, address)
      assert.strictEqual(yield* refusedWith(update(ours, `ns1.${name}`, change)), code)
    }))

  it.effect("are linked while a name delegates to them", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      const host = `ns1.${name}`
      yield* create(ours, host, address)
      yield* orders.update(ours.registry, name, { add: { nameservers: nameservers(host) } })
      assert.deepStrictEqual((yield* find(ours, host)).statuses, ["ok", "linked"])
      assert.strictEqual(yield* refusedWith(update(ours, host, { remove: { ip_addresses: [address] } })), 2304)
      assert.strictEqual(yield* refusedWith(ours.hosts.delete(hostname(host))), 2305)
      yield* orders.update(ours.registry, name, { remove: { nameservers: nameservers(host) } })
      assert.deepStrictEqual((yield* find(ours, host)).statuses, ["ok"])
    }))
})

layer(simulatorInMemory)("A host's new name", (it) => {
  it.effect("appears at every domain that uses it, of any sponsor", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { name: before } = yield* orders.register(ours.registry)
      const { name: after } = yield* orders.register(ours.registry)
      const { roid } = yield* create(ours, `ns1.${before}`, address)
      const other = yield* outside
      const users = [
        { registrar: ours, name: before },
        {
          registrar: theirs,
          name: (yield* orders.register(theirs.registry, { nameservers: nameservers(`ns1.${before}`, other) })).name
        }
      ]
      yield* orders.update(ours.registry, before, { add: { nameservers: nameservers(`ns1.${before}`) } })
      yield* rename(ours, `ns1.${before}`, `ns7.${after}`, { add: { ip_addresses: ["192.0.2.7"] } })

      assert.isTrue(Option.isNone(yield* ours.hosts.find(hostname(`ns1.${before}`))))
      const { host, linked } = yield* find(ours, `ns7.${after}`)
      assert.deepStrictEqual([host.roid, host.parent, linked], [roid, after, true])
      assert.deepStrictEqual(host.ip_addresses, [address, "192.0.2.7"])
      assert.deepStrictEqual(yield* serversOf(ours, before), [hostname(`ns7.${after}`)])
      assert.deepStrictEqual(yield* serversOf(theirs, users[1]?.name ?? before), [
        hostname(`ns7.${after}`),
        hostname(other)
      ])
      assert.deepStrictEqual((yield* orders.info(ours.registry, before)).subordinate_hosts, [])
      assert.deepStrictEqual((yield* orders.info(ours.registry, after)).subordinate_hosts, [hostname(`ns7.${after}`)])
      // What hung on the old name hangs on the new one.
      assert.strictEqual(yield* refusedWith(ours.hosts.delete(hostname(`ns7.${after}`))), 2305)
      for (const { name, registrar } of users) {
        const nameserver = nameservers(`ns7.${after}`)
        yield* orders.update(registrar.registry, name, { remove: { nameservers: nameserver } })
      }
      yield* ours.hosts.delete(hostname(`ns7.${after}`))
      yield* orders.remove(ours.registry, before)
    }))

  it.effect("may be below the same name", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      yield* create(ours, `ns1.${name}`, address)
      yield* rename(ours, `ns1.${name}`, `ns2.${name}`)
      assert.deepStrictEqual((yield* orders.info(ours.registry, name)).subordinate_hosts, [hostname(`ns2.${name}`)])
      yield* create(ours, `ns1.${name}`, address)
    }))

  it.effect("keep their names after two concurrent renames to each other's", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      const [a, b] = [`ns1.${name}`, `ns2.${name}`]
      yield* create(ours, a, address)
      yield* create(ours, b, address)
      const codes = yield* Effect.all([refusedWith(rename(ours, a, b)), refusedWith(rename(ours, b, a))], {
        concurrency: 2
      })
      assert.deepStrictEqual(codes, [2302, 2302])
      assert.deepStrictEqual((yield* find(ours, a)).host.hostname, a)
    }))

  it.effect("is refused where the registrar could not make such a host", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      const { name: foreign } = yield* orders.register(theirs.registry)
      const host = `ns1.${name}`
      yield* create(ours, host, address)
      yield* create(ours, `ns2.${name}`, address)
      assert.strictEqual(yield* refusedWith(rename(ours, host, `ns1.${foreign}`)), 2201)
      assert.strictEqual(yield* refusedWith(rename(ours, host, `ns1.${yield* orders.newName("generic")}`)), 2303)
      assert.strictEqual(yield* refusedWith(rename(ours, host, `ns2.${name}`)), 2302)
      assert.strictEqual(yield* refusedWith(rename(ours, host, host)), 2302)
      assert.strictEqual(yield* refusedWith(rename(theirs, host, `ns1.${foreign}`)), 2201)
      assert.strictEqual(yield* refusedWith(rename(ours, `ns9.${name}`, `ns8.${name}`)), 2303)
      assert.deepStrictEqual((yield* find(ours, host)).host.ip_addresses, [address])
    }))

  it.effect("keeps a host that others use inside or outside of the registry's zones", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const [external, target] = [yield* outside, yield* outside]
      yield* create(ours, external)
      const { name: user } = yield* orders.register(theirs.registry, { nameservers: nameservers(external) })
      assert.strictEqual(yield* refusedWith(rename(ours, external, target)), 2305)
      yield* orders.update(theirs.registry, user, { remove: { nameservers: nameservers(external) } })
      yield* rename(ours, external, target)
      assert.isTrue((yield* find(ours, target)).sponsored)

      const { name } = yield* orders.register(ours.registry)
      yield* create(ours, `ns1.${name}`, address)
      yield* orders.update(theirs.registry, user, { add: { nameservers: nameservers(`ns1.${name}`) } })
      const emptied = { remove: { ip_addresses: [address] } }
      assert.strictEqual(yield* refusedWith(rename(ours, `ns1.${name}`, external, emptied)), 2305)
    }))

  it.effect("takes a host out of the registry's zones without its addresses, and into them with some", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      const external = yield* outside
      yield* create(ours, `ns1.${name}`, address)
      assert.strictEqual(yield* refusedWith(rename(ours, `ns1.${name}`, external)), 2306)
      yield* rename(ours, `ns1.${name}`, external, { remove: { ip_addresses: [address] } })
      assert.isNull((yield* find(ours, external)).host.parent)
      assert.strictEqual(yield* refusedWith(rename(ours, external, `ns2.${name}`)), 2306)
      yield* rename(ours, external, `ns2.${name}`, { add: { ip_addresses: [address] } })
      assert.strictEqual((yield* find(ours, `ns2.${name}`)).host.parent, name)
    }))
})
