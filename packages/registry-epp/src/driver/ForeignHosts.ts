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

/** Hosts that this process remembers as known to the registry; beyond it the oldest are asked about again. */
const remembered = 50_000

/** Nameservers outside of the registry's zones. */
export interface ForeignHosts {
  /** Makes sure that a domain can be delegated to them. */
  readonly ensure: (
    nameservers: ReadonlyArray<RegistryNameserver>,
    domain: DomainName
  ) => Effect.Effect<void, QueryError>
  /** The registry has the host, as another command has found out. */
  readonly remember: (hostname: Hostname) => void
  /** The registry may not have them any more: the next command asks. */
  readonly forget: (nameservers: ReadonlyArray<Pick<RegistryNameserver, "hostname">>) => void
}

const keyOf = (near: EppAccount, hostname: Hostname): string => `${hostname} ${tldGroup(near, hostname)}`

/**
 * Where hosts are objects, one object serves all registrars (RFC 5732, section 1): a host that exists is used, whoever
 * made it, and one that does not is made on the way. Hosts below names of the registry are not made here, because they
 * need addresses; the command that uses one that is missing is refused.
 */
export const makeForeignHosts = (account: EppAccount): ForeignHosts => {
  /** Hosts by the suffixes of the domains that they can be used for: each may have a repository of its own. */
  const known = new Set<string>()

  const remember = (near: EppAccount, hostname: Hostname) => {
    const oldest = known.size >= remembered ? known.values().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.add(keyOf(near, hostname))
  }

  const ensureBatch = Effect.fnUntraced(function*(near: EppAccount, hostnames: ReadonlyArray<Hostname>) {
    const missing = yield* missingHosts(near, hostnames)
    for (const hostname of missing) yield* makeHost(near, hostname)
    for (const hostname of hostnames) remember(near, hostname)
  })

  const forget = (hostname: Hostname) => {
    for (const key of known) if (key.startsWith(`${hostname} `)) known.delete(key)
  }

  return {
    remember: (hostname) => remember(account, hostname),
    forget: (nameservers) => nameservers.forEach(({ hostname }) => forget(hostname)),
    ensure: (nameservers, domain) =>
      Effect.suspend(() => {
        if (account.profile.hosts !== "objects") return Effect.void
        const near = { ...account, near: domain }
        const unknown = nameservers.flatMap(({ hostname }) =>
          known.has(keyOf(near, hostname)) || isInZones(near, hostname) ? [] : [hostname]
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
 * Sends a command that delegates to nameservers. When it is refused for a missing object, that may be a host that was
 * deleted meanwhile, so they are looked up the next time.
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
