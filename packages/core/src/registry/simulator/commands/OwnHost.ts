import { Effect, Option } from "effect"
import type { Hostname } from "../../../shared/index.ts"
import { notSponsor, objectMissing } from "../objects/Refusal.ts"
import type { SimulatedDomain } from "../objects/SimulatedDomain.ts"
import { parentOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"

/**
 * True if a host without an object counts as created by another registrar. This applies to a host outside of the
 * registry's zones to which a domain delegates, and to one below a name that counts as registered elsewhere.
 */
export const isMadeByOthers = Effect.fnUntraced(
  function*(account: SimulatedAccount, hostname: Hostname, linked: boolean) {
    const parent = yield* parentOf(account, hostname)
    if (parent === undefined) return linked
    if (account.settings.unknown_names === "missing") return false
    const registered = yield* account.store.existingDomains(account.registry, [parent])
    return !registered.has(parent)
  }
)

/** The host, locked, if the account sponsors it. */
export const lockOwnHost = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  const { registrar, registry, store } = account
  const found = yield* store.lockHost(registry, hostname)
  if (Option.isSome(found)) {
    if (found.value.sponsor !== registrar) return yield* notSponsor("Another registrar sponsors the host")
    return found.value
  }
  return (yield* isMadeByOthers(account, hostname, yield* store.isLinked(registry, "host", hostname)))
    ? yield* notSponsor("Another registrar sponsors the host")
    : yield* objectMissing(`The host ${hostname} does not exist`)
})

/** A domain with changed subordinate hosts. */
export const hostsBelow = (
  domain: SimulatedDomain,
  { add, remove }: { readonly add?: Hostname; readonly remove?: Hostname }
): SimulatedDomain => ({
  ...domain,
  subordinate_hosts: [
    ...domain.subordinate_hosts.filter((other) => other !== remove),
    ...(add === undefined ? [] : [add])
  ]
})
