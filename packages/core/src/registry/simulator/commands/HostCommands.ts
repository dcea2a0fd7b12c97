import { Effect, Option } from "effect"
import type { Registry } from "../../Registry.ts"
import type { HostObjects } from "./HostObjects.ts"

type Commands = Pick<Registry, "infoHost" | "createHost" | "updateHost" | "deleteHost">

/** Commands of the port about host objects. */
export const hostCommands = (hosts: HostObjects): Commands => ({
  infoHost: Effect.fn("SimulatedRegistry.infoHost")((hostname) =>
    Effect.map(
      hosts.find(hostname),
      Option.map(({ host: { ip_addresses }, linked, sponsored }) => ({
        hostname,
        sponsor: sponsored ? "account" as const : "other" as const,
        ip_addresses,
        linked,
        pending: false
      }))
    )
  ),

  createHost: Effect.fn("SimulatedRegistry.createHost")(function*({ hostname, ip_addresses }) {
    yield* hosts.create(hostname, ip_addresses)
    return { completed: true }
  }),

  updateHost: Effect.fn("SimulatedRegistry.updateHost")(function*({ add, hostname, remove }) {
    yield* hosts.update(hostname, { add: { ip_addresses: add }, remove: { ip_addresses: remove } })
    return { completed: true }
  }),

  deleteHost: Effect.fn("SimulatedRegistry.deleteHost")(({ hostname }) => hosts.delete(hostname))
})
