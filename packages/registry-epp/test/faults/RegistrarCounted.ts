import type { SimulatedRegistrar } from "@namewright/core/registry"
import { Effect } from "effect"

/** Something that the registry has done: which command, and to what. */
export interface CarriedOut {
  readonly command: string
  readonly object: string
}

/** Account of a registrar that records each command that changed something at the registry. */
export const registrarCounted = (
  account: SimulatedRegistrar,
  report: (done: CarriedOut) => void
): SimulatedRegistrar => {
  const { contacts, domains, hosts, messages, registry } = account
  const reported = <A, E>(command: string, object: string, work: Effect.Effect<A, E>) =>
    Effect.tap(work, () => Effect.sync(() => report({ command, object })))
  return {
    ...account,
    registry: {
      ...registry,
      createDomain: (order) => reported("create", order.name, registry.createDomain(order)),
      renewDomain: (order) => reported("renew", order.name, registry.renewDomain(order)),
      deleteDomain: (order) => reported("delete", order.name, registry.deleteDomain(order)),
      updateDomain: (order) => reported("update", order.name, registry.updateDomain(order)),
      requestTransfer: (order) => reported("transfer", order.name, registry.requestTransfer(order)),
      cancelTransfer: (order) => reported("cancel", order.name, registry.cancelTransfer(order)),
      approveTransfer: (order) => reported("approve", order.name, registry.approveTransfer(order)),
      rejectTransfer: (order) => reported("reject", order.name, registry.rejectTransfer(order))
    },
    domains: {
      ...domains,
      restore: {
        request: (order) => reported("restore", order.name, domains.restore.request(order)),
        report: (order) => reported("report", order.name, domains.restore.report(order))
      }
    },
    contacts: { ...contacts, create: (handle, data) => reported("contact", handle, contacts.create(handle, data)) },
    hosts: {
      ...hosts,
      create: (hostname, addresses) => reported("host", hostname, hosts.create(hostname, addresses))
    },
    messages: { ...messages, acknowledge: (id) => reported("acknowledge", id, messages.acknowledge(id)) }
  }
}
