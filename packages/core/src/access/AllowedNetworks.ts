import { Clock, Context, DateTime, Effect, Layer, Option, Queue } from "effect"
import { Instant, type OrganizationId, PlatformSettings, Transaction } from "../shared/index.ts"
import { PermissionDenied } from "./Authorization.ts"
import { type AllowedNetwork, networkHolding } from "./IpRestriction.ts"
import { IpRestrictionStore } from "./IpRestrictionStore.ts"
import { makeHasAccounts } from "./SignInSite.ts"

/** Precision of the times of last use, so that a busy network causes few writes. */
const precision = { minutes: 5 }

/** Pause in which uses are collected before they are written. */
const collected = "10 seconds"

/** Maximum number of organizations whose networks a process caches; all are dropped beyond that. */
const capacity = 10_000

interface CachedNetworks {
  readonly networks: ReadonlyArray<AllowedNetwork>
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * The networks from which organizations accept calls. Every kind of call is admitted here: with an API key or a token,
 * by a host, and at the sign-in pages. An organization without networks accepts calls from everywhere. With at least
 * one, calls from other addresses are refused, and from unknown ones. Only the networks of the caller's own organization
 * count, not those of its parent or of a suborganization for which it acts.
 * Source: REST specification, "Authentication", 4.
 */
export class AllowedNetworks extends Context.Service<AllowedNetworks, {
  /** Admits a caller by the networks that were read with its credential. */
  readonly admit: (
    networks: ReadonlyArray<AllowedNetwork>,
    address: string | undefined
  ) => Effect.Effect<void, PermissionDenied>
  /**
   * Admits a caller of an organization. Its networks are cached: changes by this process apply at once, those by others
   * after at most `credential_cache_seconds`.
   */
  readonly admitTo: (
    organization: OrganizationId,
    address: string | undefined
  ) => Effect.Effect<void, PermissionDenied>
  /** True if the organization accepts sign-ins from the address, and its users have accounts at the `SignInSite`. */
  readonly admits: (organization: OrganizationId, address: string | undefined) => Effect.Effect<boolean>
  /** Clears the cache after the open transaction has committed, or at once if none is open. */
  readonly forget: Effect.Effect<void>
  /** Writes the uses that were noted since the last write. They are written soon without it, and at the end of the process. */
  readonly writeUses: Effect.Effect<void>
}>()("@namewright/core/access/AllowedNetworks") {
  static readonly layer = Layer.effect(
    AllowedNetworks,
    Effect.gen(function*() {
      const store = yield* IpRestrictionStore
      const transaction = yield* Transaction
      const lifetime = (yield* PlatformSettings).credential_cache_seconds * 1000
      const uses = yield* makeUses
      const hasAccounts = yield* makeHasAccounts
      const cache = new Map<OrganizationId, CachedNetworks>()
      let changes = 0

      const networksOf = Effect.fnUntraced(function*(organization: OrganizationId) {
        const now = yield* Clock.currentTimeMillis
        const cached = cache.get(organization)
        if (cached !== undefined && now < cached.until) return cached.networks
        const before = changes
        const networks = yield* store.list(organization)
        // A transaction may see networks that it does not commit.
        yield* transaction.afterCommit(Effect.sync(() => {
          if (before !== changes || lifetime <= 0) return
          if (cache.size >= capacity) cache.clear()
          cache.set(organization, { networks, until: now + lifetime })
        }))
        return networks
      })

      const admit: AllowedNetworks["Service"]["admit"] = Effect.fnUntraced(function*(networks, address) {
        if (networks.length === 0) return
        const network = networkHolding(networks, address)
        if (Option.isSome(network)) return yield* uses.note(network.value)
        return yield* new PermissionDenied({
          reason: `The organization does not accept calls from ${address ?? "an unknown address"}`
        })
      })

      const admitTo: AllowedNetworks["Service"]["admitTo"] = (organization, address) =>
        Effect.flatMap(networksOf(organization), (networks) => admit(networks, address))

      return AllowedNetworks.of({
        admit,
        admitTo,
        admits: Effect.fnUntraced(function*(organization, address) {
          return (yield* hasAccounts(organization)) && (yield* Effect.isSuccess(admitTo(organization, address)))
        }),
        forget: transaction.afterCommit(Effect.sync(() => {
          changes++
          cache.clear()
        })),
        writeUses: uses.write
      })
    })
  )
}

/** Collects uses of networks. A fiber writes them, because a request must not wait for it. */
const makeUses = Effect.gen(function*() {
  const store = yield* IpRestrictionStore
  const noted = new Set<AllowedNetwork["ip_restriction_id"]>()
  const begun = yield* Queue.unbounded<void>()

  const write = Effect.gen(function*() {
    const ids = [...noted]
    noted.clear()
    if (ids.length === 0) return
    const now = yield* Instant.now
    yield* store.markUsed(ids, now, DateTime.subtract(now, precision))
  })

  const note = ({ ip_restriction_id, last_used_on }: AllowedNetwork) =>
    Effect.map(Instant.now, (now) => {
      if (last_used_on !== null && !Instant.hasPassed(DateTime.add(last_used_on, precision), now)) return
      if (noted.size === 0) Queue.offerUnsafe(begun, undefined)
      noted.add(ip_restriction_id)
    })

  const writeLogged = Effect.catchCause(write, (cause) => Effect.logWarning("Uses of networks were not stored", cause))
  yield* Effect.addFinalizer(() => writeLogged)
  yield* Effect.forkScoped(
    Effect.forever(Queue.take(begun).pipe(Effect.andThen(Effect.sleep(collected)), Effect.andThen(writeLogged)))
  )
  return { note, write }
})
