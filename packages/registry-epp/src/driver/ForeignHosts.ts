import {
  type CommandError,
  newCommandId,
  type QueryError,
  type RegistryNameserver,
  RegistryTemporary
} from "@namewright/core/registry"
import type { DomainName, Hostname } from "@namewright/core/shared"
import { Array, Effect } from "effect"
import { ask, change } from "./ask.ts"
import { type EppAccount, isInZones } from "./EppAccount.ts"
import { unreadable } from "./Refusals.ts"
import { tldGroup } from "./TldValues.ts"

/** Maximum number of cached hosts that exist at the registry. The oldest are evicted. */
const remembered = 50_000

/** Nameservers outside of the registry's zones. */
export interface ForeignHosts {
  /** Creates missing host objects, so that a domain can be delegated to them. */
  readonly ensure: (
    nameservers: ReadonlyArray<RegistryNameserver>,
    domain: DomainName
  ) => Effect.Effect<void, QueryError>
  /** Caches a host that another command found at the registry. */
  readonly remember: (hostname: Hostname) => void
  /** Removes hosts from the cache, so that the next command checks them. */
  readonly evict: (nameservers: ReadonlyArray<Pick<RegistryNameserver, "hostname">>) => void
}

const keyOf = (near: EppAccount, hostname: Hostname): string => `${hostname} ${tldGroup(near, hostname)}`

/**
 * Host objects are shared by all registrars (RFC 5732, section 1): an existing host is used, whichever registrar
 * created it, and a missing one is created. Hosts below domains of the registry are not created here, because they need
 * addresses; a command with a missing one is refused.
 */
export const makeForeignHosts = (account: EppAccount): ForeignHosts => {
  /** Cached hosts by the suffixes of the domains that can use them: each suffix may have its own repository. */
  const cached = new Set<string>()

  const remember = (near: EppAccount, hostname: Hostname) => {
    const oldest = cached.size >= remembered ? cached.values().next().value : undefined
    if (oldest !== undefined) cached.delete(oldest)
    cached.add(keyOf(near, hostname))
  }

  const ensureBatch = Effect.fnUntraced(function*(near: EppAccount, hostnames: ReadonlyArray<Hostname>) {
    const missing = yield* missingHosts(near, hostnames)
    for (const hostname of missing) yield* makeHost(near, hostname)
    for (const hostname of hostnames) remember(near, hostname)
  })

  const evict = (hostname: Hostname) => {
    for (const key of cached) if (key.startsWith(`${hostname} `)) cached.delete(key)
  }

  return {
    remember: (hostname) => remember(account, hostname),
    evict: (nameservers) => nameservers.forEach(({ hostname }) => evict(hostname)),
    ensure: (nameservers, domain) =>
      Effect.suspend(() => {
        if (account.profile.hosts !== "objects") return Effect.void
        const near = { ...account, near: domain }
        const unknown = nameservers.flatMap(({ hostname }) =>
          cached.has(keyOf(near, hostname)) || isInZones(near, hostname) ? [] : [hostname]
        )
        return Effect.forEach(
          Array.chunksOf(unknown, account.profile.names_per_check),
          (batch) => ensureBatch(near, batch),
          { discard: true }
        )
      })
  }
}

/**
 * Sends a command that delegates to nameservers. If it is refused for a missing object, a host may have been deleted,
 * so the hosts are removed from the cache.
 */
export const delegating = <A>(
  foreignHosts: ForeignHosts,
  { domain, nameservers }: { readonly domain: DomainName; readonly nameservers: ReadonlyArray<RegistryNameserver> },
  command: Effect.Effect<A, CommandError>
): Effect.Effect<A, CommandError> =>
  Effect.andThen(
    foreignHosts.ensure(nameservers, domain),
    Effect.tapError(command, (error) =>
      Effect.sync(() => {
        if (error._tag === "RegistryRefusal" && error.reason === "objectMissing") foreignHosts.evict(nameservers)
      }))
  )

const missingHosts = Effect.fnUntraced(function*(account: EppAccount, hostnames: ReadonlyArray<Hostname>) {
  const { data } = yield* ask(account, { _tag: "HostCheck", names: hostnames })
  if (data?._tag !== "HostChecked") return yield* unreadable("result of the check")
  const free = new Set(data.names.flatMap(({ available, id }) => available ? [id.toLowerCase()] : []))
  return hostnames.filter((hostname) => free.has(hostname))
})

/**
 * Creates a host. Another registrar may have created it first, which is equivalent. After a lost response the host is
 * queried.
 */
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
    return yield* new RegistryTemporary({ text: `The outcome of the creation of the host ${hostname} is unknown` })
  }
})
