import { assert, layer } from "@effect/vitest"
import { Hosts, type IpAddress } from "@namewright/core/hosts"
import { ObjectLogStore } from "@namewright/core/objectlog"
import { RegistryIntentStore } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { Effect } from "effect"
import { customer, passDays, register } from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import type { AcceptingPlatform } from "./acceptingPlatform.ts"

const address = (text: string) => text as IpAddress

/** Changes of hosts that a registry accepts and decides later. */
export const acceptedHostCases = ({ platform, unseen }: AcceptingPlatform, name: string) => {
  layer(platform)(`A change of a host that is accepted and not shown (${name})`, (it) => {
    const hostsOf = Effect.fnUntraced(function*(domain_name: string) {
      const owner = yield* customer()
      const hosts = yield* Hosts
      yield* register(owner, domain_name)
      const create = (label: string) =>
        owner.act(
          hosts.create({ hostname: Hostname.make(`${label}.${domain_name}`), ip_addresses: [address("192.0.2.1")] })
        )
      const get = (label: string) => owner.act(hosts.get(Hostname.make(`${label}.${domain_name}`)))
      return { owner, hosts, create, get }
    })

    it.effect("creates the host when the registry shows it, and nothing after seven days", () =>
      Effect.gen(function*() {
        const { create, get } = yield* hostsOf("created-hosts.com")
        const [made, left] = [yield* create("unseen-create-made"), yield* create("unseen-create-left")]
        yield* passDays(5)
        assert.deepStrictEqual([(yield* get("unseen-create-made")).status, (yield* get("unseen-create-left")).status], [
          "pending_create",
          "pending_create"
        ])
        yield* unseen.carryOut(made.hostname)
        yield* passDays(4)
        assert.strictEqual((yield* get("unseen-create-made")).status, "active")
        assert.strictEqual((yield* Effect.flip(get("unseen-create-left")))._tag, "HostNotFound")
        assert.deepStrictEqual(
          yield* Effect.map(RegistryIntentStore, (store) => store.ofObject(left.host_id)).pipe(Effect.flatten),
          []
        )
      }))

    it.effect("changes the addresses when the registry shows them", () =>
      Effect.gen(function*() {
        const { create, get, hosts, owner } = yield* hostsOf("changed-hosts.com")
        const { hostname } = yield* create("unseen-update-one")
        yield* owner.act(hosts.replace(hostname, { ip_addresses: [address("192.0.2.2")] }))
        yield* passDays(5)
        assert.deepStrictEqual((yield* get("unseen-update-one")).ip_addresses, ["192.0.2.1"])
        yield* unseen.carryOut(hostname)
        yield* hourLater
        assert.deepStrictEqual((yield* get("unseen-update-one")).ip_addresses, ["192.0.2.2"])
      }))

    it.effect("deletes the host when the registry no longer shows it", () =>
      Effect.gen(function*() {
        const { create, get, hosts, owner } = yield* hostsOf("deleted-hosts.com")
        const { host_id, hostname } = yield* create("unseen-delete-one")
        yield* owner.act(hosts.remove(hostname))
        yield* passDays(5)
        assert.strictEqual((yield* get("unseen-delete-one")).status, "pending_delete")
        yield* unseen.carryOut(hostname)
        yield* hourLater
        assert.strictEqual((yield* Effect.flip(get("unseen-delete-one")))._tag, "HostNotFound")
        const { items } = yield* ObjectLogStore.use(({ list }) =>
          list(owner.organization_id, { object_id: host_id }, { by: "created_on", order: "asc" }, {
            page: 1,
            page_size: 9
          })
        )
        assert.deepStrictEqual(items.map(({ action, details }) => [action, details?.after["status"]]), [
          ["CREATED", "requested_create"],
          ["UPDATED", "active"],
          ["UPDATED", "pending_delete"],
          ["DELETED", undefined]
        ])
      }))
  })
}
