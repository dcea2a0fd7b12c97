import { DateTime, Duration, Effect } from "effect"
import type { RegistrarIds, Registry, RegistryDomain, Sponsor } from "../../registry/index.ts"
import { Instant, Text } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"

/** Parts of a registration order that identify this account. */
export interface RegistrationOrder {
  readonly created_on: Instant.Instant
  readonly auth_code: string | null
  /** Random handles of the order's contacts. */
  readonly handles: ReadonlySet<string>
}

/** Precision of registry dates: some are in local time, or without a time of day. */
const datePrecision = Duration.days(2)

/** True if a registry's instant is earlier than one of the platform by more than the precision. */
const isClearlyBefore = (shown: Instant.Instant, known: Instant.Instant): boolean =>
  DateTime.isLessThan(DateTime.addDuration(shown, datePrecision), known)

/**
 * Sponsor of a name that an order may have registered. `other`: the name is older than the order. `account`: it has a
 * contact or the auth code of the order, under any registrar id. `unknown`: neither applies.
 */
export const sponsorOfNew = (registered: RegistryDomain, order: RegistrationOrder): Sponsor => {
  if (registered.sponsor === "account") return "account"
  if (registered.created_on !== null && isClearlyBefore(registered.created_on, order.created_on)) return "other"
  const handles = new Set(Array.from(order.handles, Text.foldCase))
  if (registered.contacts.some(({ handle }) => handles.has(Text.foldCase(handle)))) return "account"
  if (registered.auth_code !== null && registered.auth_code !== "" && registered.auth_code === order.auth_code) {
    return "account"
  }
  // A registry that hides the date of creation shows it to the sponsor.
  return registered.sponsor === "other" && registered.created_on === null ? "other" : "unknown"
}

/**
 * Sponsor of an owned domain. If the registrar id is unknown, the registry's date of the newest transfer decides:
 * without a later transfer the domain is still in the account.
 */
export const sponsorOfOwned = (
  { roid, transferred_on }: Pick<Domain, "roid" | "transferred_on">,
  registered: RegistryDomain
): Sponsor => {
  if (registered.sponsor !== "unknown") return registered.sponsor
  // Registries show other registrars only a part of a domain, without the transfer date.
  if (registered.created_on === null || registered.roid !== roid) return "unknown"
  return isTransferredSince(transferred_on, registered) ? "other" : "account"
}

/** True if the registry shows a transfer later than the newest stored one. */
const isTransferredSince = (known: Instant.Instant | null, { transferred_on }: RegistryDomain): boolean =>
  transferred_on !== null && (known === null || isClearlyBefore(known, transferred_on))

/** Stores the registrar id under which a registry shows a domain that is certainly in the account. */
export const learnSponsor = (
  ids: RegistrarIds["Service"],
  { account_id, key }: Registry,
  { name, sponsor, sponsor_id }: RegistryDomain
): Effect.Effect<void> =>
  sponsor === "account" || sponsor_id === null
    ? Effect.void
    : Effect.gen(function*() {
      const seen_on = yield* Instant.now
      if (yield* ids.keep({ account_id, registrar_id: sponsor_id, seen_with: name, seen_on })) {
        yield* Effect.logWarning(
          `${key} shows ${name} under the registrar id ${sponsor_id}, which is now an id of the account`
        )
      }
    })
