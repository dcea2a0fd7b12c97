import type { SimulatedRegistrar } from "@namewright/core/registry"
import { Effect } from "effect"

/** Something that the registry has done: which command, and to what. */
export interface CarriedOut {
  readonly command: string
  readonly object: string
}

/** The account of a registrar that tells of each command that changed something at the registry. */
export const registrarCounted = (
  account: SimulatedRegistrar,
  tell: (done: CarriedOut) => void
): SimulatedRegistrar => {
  const { contacts, domains, hosts, messages, registry } = account
  const told = <A, E>(command: string, object: string, work: Effect.Effect<A, E>) =>
    Effect.tap(work, () => Effect.sync(() => tell({ command, object })))
  return {
    ...account,
    registry: {
      ...registry,
      createDomain: (order) => told("create", order.name, registry.createDomain(order)),
      renewDomain: (order) => told("renew", order.name, registry.renewDomain(order)),
      deleteDomain: (order) => told("delete", order.name, registry.deleteDomain(order)),
      updateDomain: (order) => told("update", order.name, registry.updateDomain(order)),
      requestTransfer: (order) => told("transfer", order.name, registry.requestTransfer(order)),
      cancelTransfer: (order) => told("cancel", order.name, registry.cancelTransfer(order)),
      approveTransfer: (order) => told("approve", order.name, registry.approveTransfer(order)),
      rejectTransfer: (order) => told("reject", order.name, registry.rejectTransfer(order))
    },
    domains: {
      ...domains,
      restore: {
        request: (order) => told("restore", order.name, domains.restore.request(order)),
        report: (order) => told("report", order.name, domains.restore.report(order))
      }
    },
    contacts: { ...contacts, create: (handle, data) => told("contact", handle, contacts.create(handle, data)) },
    hosts: {
      ...hosts,
      create: (hostname, addresses) => told("host", hostname, hosts.create(hostname, addresses))
    },
    messages: { ...messages, acknowledge: (id) => told("acknowledge", id, messages.acknowledge(id)) }
  }
}
