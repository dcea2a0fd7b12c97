import { newCommandId, type QueryError, type RegistryNameserver, RegistryTemporary } from "@namewright/core/registry"
import type { Hostname } from "@namewright/core/shared"
import { Array, Effect } from "effect"
import { ask, change } from "./ask.ts"
import { type EppAccount, isInZones } from "./EppAccount.ts"
import { unreadable } from "./Refusals.ts"

/** Hosts that this process remembers as known to the registry; beyond it the oldest are asked about again. */
const remembered = 50_000

/** Makes sure that nameservers outside of the registry's zones can be delegated to. */
export type ForeignHosts = (nameservers: ReadonlyArray<RegistryNameserver>) => Effect.Effect<void, QueryError>

/**
 * Where hosts are objects, one object serves all registrars (RFC 5732, section 1): a host that exists is used, whoever
 * made it, and one that does not is made on the way. Hosts below names of the registry are not made here, because they
 * need addresses; the command that uses one that is missing is refused.
 */
export const makeForeignHosts = (account: EppAccount): ForeignHosts => {
  const known = new Set<Hostname>()

  const remember = (hostname: Hostname) => {
    const oldest = known.size >= remembered ? known.values().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.add(hostname)
  }

  const ensure = Effect.fnUntraced(function*(hostnames: ReadonlyArray<Hostname>) {
    const missing = yield* missingHosts(account, hostnames)
    for (const hostname of missing) yield* makeHost(account, hostname)
    for (const hostname of hostnames) remember(hostname)
  })

  return (nameservers) =>
    Effect.suspend(() => {
      if (account.profile.hosts !== "objects") return Effect.void
      const unknown = nameservers.flatMap(({ hostname }) =>
        known.has(hostname) || isInZones(account, hostname) ? [] : [hostname]
      )
      return Effect.forEach(Array.chunksOf(unknown, account.profile.names_per_check), ensure, { discard: true })
    })
}

const missingHosts = Effect.fnUntraced(function*(account: EppAccount, hostnames: ReadonlyArray<Hostname>) {
  const { data } = yield* ask(account, { _tag: "HostCheck", names: hostnames })
  if (data?._tag !== "HostChecked") return yield* unreadable("result of the check")
  const free = new Set(data.names.flatMap(({ available, id }) => available ? [id.toLowerCase()] : []))
  return hostnames.filter((hostname) => free.has(hostname))
})

/** Somebody else may be faster, which is as good. After a lost answer only a second look tells. */
const makeHost = Effect.fnUntraced(function*(account: EppAccount, hostname: Hostname) {
  const command_id = yield* newCommandId
  yield* change(account, command_id, { _tag: "HostCreate", name: hostname, addresses: [] }).pipe(
    Effect.asVoid,
    Effect.catchTag("RegistryOutcomeUnknown", () => confirmHost(account, hostname)),
    Effect.catchIf(
      (error) => error._tag === "RegistryRefusal" && error.reason === "objectExists",
      () => Effect.void
    )
  )
})

const confirmHost = Effect.fnUntraced(function*(account: EppAccount, hostname: Hostname) {
  const missing = yield* missingHosts(account, [hostname])
  if (missing.length > 0) {
    return yield* new RegistryTemporary({ text: `The registry did not say what became of the host ${hostname}` })
  }
})
