import { Effect, Option } from "effect"
import { Instant, type OrganizationId, PlatformSettings, Transaction } from "../../shared/index.ts"
import {
  WhitelabelLabelInvalid,
  WhitelabelLabelTaken,
  WhitelabelNotFound,
  WhitelabelStateForbids,
  WhitelabelZoneMissing
} from "./WhitelabelError.ts"
import { labelProblem, labelSkeleton } from "./whitelabelLabel.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"
import { makeWhitelabelZones } from "./WhitelabelZones.ts"

/** Refusal of a request that the state of a configuration does not allow. */
export const forbids = ({ onboarding_status }: Pick<StoredWhitelabel, "onboarding_status">, reason: string) =>
  new WhitelabelStateForbids({ onboarding_status, reason })

const required = (found: Option.Option<StoredWhitelabel>) =>
  Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new WhitelabelNotFound())

/** The configuration of an organization, its label and the platform's zone, for the requests that read or change it. */
export const makeWhitelabelOfOrganization = Effect.gen(function*() {
  const store = yield* WhitelabelStore
  const transaction = yield* Transaction
  const zones = yield* makeWhitelabelZones
  const { whitelabel } = yield* PlatformSettings

  const get = (organization: OrganizationId) => Effect.flatMap(store.find(organization), required)

  /** Changes the locked configuration in a transaction. */
  const change = <A, E, R>(
    organization: OrganizationId,
    decide: (config: StoredWhitelabel, now: Instant.Instant) => Effect.Effect<A, E, R>
  ) =>
    transaction.atomically(Effect.gen(function*() {
      const config = yield* Effect.flatMap(store.lock(organization), required)
      return yield* decide(config, yield* Instant.now)
    }))

  /** Name of the platform's zone, if it is served here. */
  const baseZone = Effect.gen(function*() {
    if (whitelabel === undefined || Option.isNone(yield* zones.served(whitelabel.zone))) {
      return yield* new WhitelabelZoneMissing()
    }
    return whitelabel.zone
  })

  const requireLabel = Effect.fnUntraced(function*(label: string) {
    const reason = labelProblem(label, whitelabel?.protected_terms ?? [])
    if (reason !== undefined) return yield* new WhitelabelLabelInvalid({ label, reason })
  })

  /** Takes a label for an organization, in the caller's transaction. */
  const takeLabel = Effect.fnUntraced(function*(organization_id: OrganizationId, label: string) {
    const claim = { label, skeleton: labelSkeleton(label), organization_id }
    if (!(yield* store.takeLabel(claim, yield* Instant.now))) return yield* new WhitelabelLabelTaken({ label })
  })

  return { get, change, baseZone, requireLabel, takeLabel }
})
