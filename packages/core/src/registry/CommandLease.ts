import { Context, Effect } from "effect"
import type { Registry } from "./Registry.ts"
import { RegistryTemporary } from "./RegistryError.ts"

/**
 * Check whether the sender still has the lease of its intent. A driver that queues commands calls it immediately before
 * it writes a command, and does not send the command if the result is false.
 */
export const CommandLease = Context.Reference<() => boolean>("@namewright/core/registry/CommandLease", {
  defaultValue: () => () => true
})

/** The registry for a sender whose lease may end: commands then fail, queries do not. */
export const underLease = (registry: Registry, isValid: () => boolean): Registry => {
  const guarded = <C, A, E>(send: (command: C) => Effect.Effect<A, E>) => (command: C) =>
    Effect.suspend((): Effect.Effect<A, E | RegistryTemporary> =>
      isValid() ? Effect.provideService(send(command), CommandLease, isValid) : Effect.fail(ended)
    )
  return {
    ...registry,
    createDomain: guarded(registry.createDomain),
    renewDomain: guarded(registry.renewDomain),
    updateDomain: guarded(registry.updateDomain),
    deleteDomain: guarded(registry.deleteDomain),
    restoreDomain: guarded(registry.restoreDomain),
    requestTransfer: guarded(registry.requestTransfer),
    cancelTransfer: guarded(registry.cancelTransfer),
    approveTransfer: guarded(registry.approveTransfer),
    rejectTransfer: guarded(registry.rejectTransfer),
    requestAuthCode: guarded(registry.requestAuthCode),
    releaseDomain: guarded(registry.releaseDomain),
    createContact: guarded(registry.createContact),
    deleteContact: guarded(registry.deleteContact),
    reportVerification: guarded(registry.reportVerification),
    createHost: guarded(registry.createHost),
    updateHost: guarded(registry.updateHost),
    deleteHost: guarded(registry.deleteHost)
  }
}

const ended = new RegistryTemporary({ text: "The command was not sent: the lease of its intent may have ended" })
