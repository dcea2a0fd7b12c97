import { DateTime, Effect } from "effect"
import { Instant } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import { statusOf } from "./ApiKey.ts"
import { PermissionDenied } from "./Authorization.ts"
import { CredentialStore, type StoredCredential } from "./CredentialStore.ts"
import { acceptsAddress } from "./KeyRestrictions.ts"

/** Precision of the times of last use, so that a busy credential does not cause a write per request. */
const notedFor = "1 minute"

/**
 * Admits a credential that is neither revoked nor expired, from an address that its organization and its own
 * restrictions allow, and records the use. Source: REST specification, "Authentication", 4.
 */
export const admit = Effect.fnUntraced(function*(
  { key, networks }: StoredCredential,
  address: string | undefined
): Effect.fn.Return<void, AuthenticationFailed | PermissionDenied, AllowedNetworks | CredentialStore> {
  const credentials = yield* CredentialStore
  const allowed = yield* AllowedNetworks
  const now = yield* Instant.now
  const status = statusOf(key, now)
  if (status !== "active") return yield* new AuthenticationFailed({ reason: status })
  if (!acceptsAddress(key.restrictions, address)) {
    return yield* new PermissionDenied({
      reason: `The credential is not accepted from ${address ?? "an unknown address"}`
    })
  }
  yield* allowed.admit(networks, address)
  if (isDue(key.last_used_on, now)) yield* credentials.markKeyUsed(key.api_key_id, now, address ?? null)
})

const isDue = (last: Instant.Instant | null, now: Instant.Instant): boolean =>
  last === null || Instant.hasPassed(DateTime.addDuration(last, notedFor), now)
