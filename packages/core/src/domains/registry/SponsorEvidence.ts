import { DateTime, Duration, Effect } from "effect"
import type { RegistrarIds, Registry, RegistryDomain, Sponsor } from "../../registry/index.ts"
import { Instant, Text } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"

/** Parts of a registration order that identify this account. */
export interface RegistrationOrder {
  readonly created_on: Instant.Instant
  readonly auth_code: string | null
  /** Handles of the order's contacts; the platform chooses them at random. */
  readonly handles: ReadonlySet<string>
}

/** Registries write dates in their own time zone, or without a time of day. */
const datePrecision = Duration.days(2)

/** Whether an instant at a registry is earlier than one of the platform's beyond doubt. */
const isClearlyBefore = (shown: Instant.Instant, known: Instant.Instant): boolean =>
  DateTime.isLessThan(DateTime.addDuration(shown, datePrecision), known)

/**
 * Sponsor of a name that an order may have registered. A name that is older than the order is another registrar's. One
 * with the contacts or the auth code of the order is the account's, under whatever registrar id. `unknown` is every
 * other name that may exist since the order.
 */
export const sponsorOfNew = (seen: RegistryDomain, order: RegistrationOrder): Sponsor => {
  if (seen.sponsor === "account") return "account"
  if (seen.created_on !== null && isClearlyBefore(seen.created_on, order.created_on)) return "other"
  const handles = new Set(Array.from(order.handles, Text.foldCase))
  if (seen.contacts.some(({ handle }) => handles.has(Text.foldCase(handle)))) return "account"
  if (seen.auth_code !== null && seen.auth_code !== "" && seen.auth_code === order.auth_code) return "account"
  // A registry that hides the date of creation shows it to the sponsor.
  return seen.sponsor === "other" && seen.created_on === null ? "other" : "unknown"
}

/**
 * Sponsor of a domain that the platform holds. Where the registrar id is unknown, the registry's date of the newest
 * transfer decides: without a later one the domain has not left the account.
 */
export const sponsorOfHeld = (
  { roid, transferred_on }: Pick<Domain, "roid" | "transferred_on">,
  seen: RegistryDomain
): Sponsor => {
  if (seen.sponsor !== "unknown") return seen.sponsor
  // Registries show others only a part of a domain, and leave out when it was transferred.
  if (seen.created_on === null || seen.roid !== roid) return "unknown"
  return isTransferredSince(transferred_on, seen) ? "other" : "account"
}

/** Whether the registry shows a transfer later than the newest that the platform knows of. */
const isTransferredSince = (known: Instant.Instant | null, { transferred_on }: RegistryDomain): boolean =>
  transferred_on !== null && (known === null || isClearlyBefore(known, transferred_on))

/** Keeps the registrar id under which a registry shows a domain that is the account's beyond doubt. */
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
        yield* Effect.logWarning(`${key} names the account ${sponsor_id} in its answers, as it shows ${name}`)
      }
    })
