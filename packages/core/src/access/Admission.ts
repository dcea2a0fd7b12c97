import { DateTime, Effect, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { statusOf } from "./ApiKey.ts"
import { PermissionDenied } from "./Authorization.ts"
import { CredentialStore, type StoredCaller, type StoredCredential } from "./CredentialStore.ts"
import { type AllowedNetwork, networkHolding } from "./IpRestriction.ts"

/** Precision of the times of last use, so that a busy credential does not cause a write per request. */
const notedFor = "1 minute"

/**
 * Admits a credential that is neither revoked nor expired, from an address that its organization allows, and records
 * the use of both. Source: REST specification, "Authentication", 4.
 */
export const admit = Effect.fnUntraced(function*(
  { key, networks }: StoredCredential,
  address: string | undefined
): Effect.fn.Return<void, AuthenticationFailed | PermissionDenied, CredentialStore> {
  const credentials = yield* CredentialStore
  const now = yield* Instant.now
  const status = statusOf(key, now)
  if (status !== "active") return yield* new AuthenticationFailed({ reason: status })
  const network = yield* networkAllowed(networks, address)
  if (isDue(key.last_used_on, now)) yield* credentials.markKeyUsed(key.api_key_id, now)
  yield* noteUse(network)
})

/** Admits a user from an address that the organization allows, and records the use of the network. */
export const admitUser = Effect.fnUntraced(function*(
  { networks }: StoredCaller,
  address: string | undefined
): Effect.fn.Return<void, PermissionDenied, CredentialStore> {
  yield* noteUse(yield* networkAllowed(networks, address))
})

const networkAllowed = (
  networks: ReadonlyArray<AllowedNetwork>,
  address: string | undefined
): Effect.Effect<Option.Option<AllowedNetwork>, PermissionDenied> => {
  const network = networkHolding(networks, address)
  return networks.length > 0 && Option.isNone(network)
    ? Effect.fail(
      new PermissionDenied({
        reason: `The organization does not accept calls from ${address ?? "an unknown address"}`
      })
    )
    : Effect.succeed(network)
}

const noteUse = Effect.fnUntraced(function*(network: Option.Option<AllowedNetwork>) {
  const credentials = yield* CredentialStore
  const now = yield* Instant.now
  if (Option.isSome(network) && isDue(network.value.last_used_on, now)) {
    yield* credentials.markNetworkUsed(network.value.ip_restriction_id, now)
  }
})

const isDue = (last: Instant.Instant | null, now: Instant.Instant): boolean =>
  last === null || Instant.hasPassed(DateTime.addDuration(last, notedFor), now)
