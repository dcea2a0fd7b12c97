import {
  type CommandError,
  newCommandId,
  type QueryError,
  type RegistryNameserver,
  RegistryTemporary
} from "@namewright/core/registry"
import type { Hostname } from "@namewright/core/shared"
import { Array, Effect } from "effect"
import { ask, change } from "./ask.ts"
import { type EppAccount, isInZones } from "./EppAccount.ts"
import { unreadable } from "./Refusals.ts"

/** Hosts that this process remembers as known to the registry; beyond it the oldest are asked about again. */
const remembered = 50_000

/** Nameservers outside of the registry's zones. */
export interface ForeignHosts {
  /** Makes sure that they can be delegated to. */
  readonly ensure: (nameservers: ReadonlyArray<RegistryNameserver>) => Effect.Effect<void, QueryError>
  /** The registry has the host, as another command has found out. */
  readonly remember: (hostname: Hostname) => void
  /** The registry may not have them any more: the next command asks. */
  readonly forget: (nameservers: ReadonlyArray<Pick<RegistryNameserver, "hostname">>) => void
}

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

  const ensureBatch = Effect.fnUntraced(function*(hostnames: ReadonlyArray<Hostname>) {
    const missing = yield* missingHosts(account, hostnames)
    for (const hostname of missing) yield* makeHost(account, hostname)
    for (const hostname of hostnames) remember(hostname)
  })

  return {
    remember,
    forget: (nameservers) => nameservers.forEach(({ hostname }) => known.delete(hostname)),
    ensure: (nameservers) =>
      Effect.suspend(() => {
        if (account.profile.hosts !== "objects") return Effect.void
        const unknown = nameservers.flatMap(({ hostname }) =>
          known.has(hostname) || isInZones(account, hostname) ? [] : [hostname]
        )
        return Effect.forEach(Array.chunksOf(unknown, account.profile.names_per_check), ensureBatch, { discard: true })
      })
  }
}

/**
 * Sends a command that delegates to nameservers. When it is refused for a missing object, that may be a host that was
 * deleted meanwhile, so they are looked up the next time.
 */
export const delegating = <A>(
  foreignHosts: ForeignHosts,
  nameservers: ReadonlyArray<RegistryNameserver>,
  command: Effect.Effect<A, CommandError>
): Effect.Effect<A, CommandError> =>
  Effect.andThen(
    foreignHosts.ensure(nameservers),
    Effect.tapError(command, (error) =>
      Effect.sync(() => {
        if (error._tag === "RegistryRefusal" && error.reason === "objectMissing") foreignHosts.forget(nameservers)
      }))
  )

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
