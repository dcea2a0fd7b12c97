import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import type { InsufficientFunds, NewCharge, PriceUnavailable } from "../../billing/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { SignInClients } from "../../realm/index.ts"
import {
  type CurrentActor,
  DomainName,
  inputIssue,
  Instant,
  type InvalidInput,
  refuseInput
} from "../../shared/index.ts"
import { makeWhitelabelCreation } from "./makeWhitelabelCreation.ts"
import { clientIdOf, makeWhitelabelHosting } from "./makeWhitelabelHosting.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { forbids, makeWhitelabelOfOrganization } from "./makeWhitelabelOfOrganization.ts"
import { makeWhitelabelRestoration } from "./makeWhitelabelRestoration.ts"
import { makeWhitelabelUpgrade } from "./makeWhitelabelUpgrade.ts"
import { ownDomainIssues, ownDomainOf } from "./ownDomainIssues.ts"
import { shownWhitelabel } from "./shownWhitelabel.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import type {
  ChangeWhitelabel,
  CreateWhitelabel,
  OrderedWhitelabel,
  RecheckWhitelabel,
  UpgradeWhitelabel,
  WhitelabelBranding
} from "./Whitelabel.ts"
import {
  type WhitelabelLabelInvalid,
  WhitelabelLabelLimit,
  type WhitelabelLabelTaken,
  type WhitelabelNotFound,
  type WhitelabelNotSold,
  type WhitelabelStateForbids,
  type WhitelabelZoneMissing
} from "./WhitelabelError.ts"
import { advanceJob } from "./WhitelabelJobs.ts"
import { labelSkeleton } from "./whitelabelLabel.ts"
import {
  begun,
  canRepoint,
  disabled,
  labelChangeableOn,
  labelHeldUntil,
  relabeled as withLabel,
  scheduled,
  type StoredWhitelabel
} from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

type PriceError = PriceUnavailable | WhitelabelNotSold
type LabelError = WhitelabelLabelInvalid | WhitelabelLabelLimit | WhitelabelLabelTaken
type StepError = AuthorizationError | WhitelabelNotFound | WhitelabelStateForbids

type CreateError =
  | AuthorizationError
  | InvalidInput
  | PriceError
  | WhitelabelLabelInvalid
  | WhitelabelStateForbids
  | WhitelabelZoneMissing
type UpgradeError = InvalidInput | PriceError | StepError
type RestoreError = PriceError | StepError | WhitelabelZoneMissing

/**
 * White-label configuration of the caller's organization: one tier at a time, with a paid term. Source: REST
 * specification, "Whitelabel configuration".
 */
export class Whitelabels extends Context.Service<Whitelabels, {
  readonly get: Effect.Effect<WhitelabelBranding, AuthorizationError | WhitelabelNotFound, CurrentActor>
  /** Reserves the price of a term, which is captured at the activation. The onboarding follows in jobs. */
  readonly create: (
    input: CreateWhitelabel
  ) => Effect.Effect<OrderedWhitelabel, CreateError | InsufficientFunds | WhitelabelLabelTaken, CurrentActor>
  /** Changes the label, serves or withdraws the hosts, and sets the renewal mode. */
  readonly update: (
    input: ChangeWhitelabel
  ) => Effect.Effect<WhitelabelBranding, LabelError | StepError, CurrentActor>
  /** Adds an own domain. Reserves the fee for the remaining months of a year, which is captured at the activation. */
  readonly upgrade: (
    input: UpgradeWhitelabel
  ) => Effect.Effect<OrderedWhitelabel, InsufficientFunds | UpgradeError, CurrentActor>
  /** Starts the onboarding again, with other hosts of the own domain if none of them was set up. */
  readonly recheck: (
    input: RecheckWhitelabel | null
  ) => Effect.Effect<WhitelabelBranding, InvalidInput | StepError, CurrentActor>
  /** Sets a terminated configuration up again. Reserves the fee and another term. */
  readonly restore: Effect.Effect<
    WhitelabelBranding,
    InsufficientFunds | RestoreError | WhitelabelLabelTaken,
    CurrentActor
  >
  /** Charges of `create`; fails if `create` would be refused before charging. */
  readonly chargesOfCreate: (
    input: CreateWhitelabel
  ) => Effect.Effect<ReadonlyArray<NewCharge>, CreateError, CurrentActor>
  /** Charges of `upgrade`. */
  readonly chargesOfUpgrade: (
    input: UpgradeWhitelabel
  ) => Effect.Effect<ReadonlyArray<NewCharge>, UpgradeError, CurrentActor>
  /** Charges of `restore`. */
  readonly chargesOfRestore: Effect.Effect<ReadonlyArray<NewCharge>, RestoreError, CurrentActor>
}>()("@namewright/core/branding/Whitelabels") {
  static readonly layer = Layer.effect(
    Whitelabels,
    Effect.gen(function*() {
      const clients = yield* SignInClients
      const hosting = yield* makeWhitelabelHosting
      const log = yield* makeWhitelabelLog
      const creation = yield* makeWhitelabelCreation
      const restoration = yield* makeWhitelabelRestoration
      const upgrading = yield* makeWhitelabelUpgrade
      const whitelabels = yield* makeWhitelabelOfOrganization
      const queue = yield* JobQueue
      const store = yield* WhitelabelStore

      const get = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:view")
        return shownWhitelabel(yield* whitelabels.get(organization_id))
      }).pipe(Effect.withSpan("Whitelabels.get"))

      /** Moves the hosts below the platform's zone. Former ones that are served remain until the new ones are. */
      const relabeled = Effect.fnUntraced(function*(config: StoredWhitelabel, label: string, now: Instant.Instant) {
        const { base_label, organization_id } = config
        const changeable_on = labelChangeableOn(config, now)
        if (changeable_on !== undefined) {
          return yield* new WhitelabelLabelLimit({ changeable_on: Instant.format(changeable_on) })
        }
        const former = { label: base_label, skeleton: labelSkeleton(base_label), organization_id }
        yield* store.releaseLabel(former, labelHeldUntil(now))
        yield* whitelabels.takeLabel(organization_id, label)
        const moved = withLabel(config, label, now)
        const all = yield* store.hosts(config.whitelabel_branding_id)
        const removed = hosting.obsolete(moved, all).filter(({ state }) => state !== "serving")
        yield* hosting.release(removed)
        const hasHosts = removed.length < all.length
        if (!hasHosts) yield* hosting.removeClient(config)
        const after = hasHosts ? moved : { ...moved, client_id: null }
        yield* log.record(after, { subtype: "NOTIFICATION", message: `The label ${base_label} becomes ${label}` })
        return after
      })

      const enabled = Effect.fnUntraced(function*(config: StoredWhitelabel, now: Instant.Instant) {
        yield* hosting.setServed(config, true)
        const hosts = yield* store.hosts(config.whitelabel_branding_id)
        const served = hosts.filter(({ state }) => state === "serving")
        if (served.length > 0 && config.client_id !== null && Option.isSome(clients.issuer)) {
          yield* hosting.putClient(config, served, clients.issuer.value)
        }
        yield* log.record(config, { subtype: "NOTIFICATION", message: `${shownPair(config).domain} is enabled` })
        return begun({ ...config, enabled: true }, now)
      })

      const withdrawn = Effect.fnUntraced(function*(config: StoredWhitelabel, now: Instant.Instant) {
        yield* hosting.setServed(config, false)
        yield* clients.remove(clientIdOf(config))
        yield* log.record(config, { subtype: "NOTIFICATION", message: `${shownPair(config).domain} is disabled` })
        return disabled(config, now)
      })

      const update = Effect.fn("Whitelabels.update")(function*(input: ChangeWhitelabel) {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        const label = input.label ?? undefined
        if (label !== undefined) yield* whitelabels.requireLabel(label)
        return yield* whitelabels.change(
          organization_id,
          Effect.fnUntraced(function*(before, now) {
            if (before.onboarding_status === "terminated") {
              return yield* forbids(before, "The configuration is terminated; restore it first")
            }
            let config = before
            const isEnabled = input.enabled ?? config.enabled
            if (isEnabled !== config.enabled) config = yield* isEnabled ? enabled(config, now) : withdrawn(config, now)
            if (label !== undefined && label !== config.base_label) config = yield* relabeled(config, label, now)
            const renewal_mode = input.renewal_mode ?? config.renewal_mode
            if (renewal_mode !== config.renewal_mode) {
              config = scheduled({ ...config, renewal_mode, updated_on: now }, now)
            }
            yield* store.save(config)
            yield* log.change("UPDATED", before, config)
            if (config.step_due_on !== null || config.term_due_on !== null) yield* queue.enqueue(advanceJob(config))
            return shownWhitelabel(config)
          })
        )
      })

      /** The configuration with other hosts, if none of the former ones was set up. */
      const repointed = Effect.fnUntraced(function*(config: StoredWhitelabel, input: RecheckWhitelabel) {
        const { auth_subdomain, create_zone, dashboard_subdomain, hostname } = input
        const isSame = [auth_subdomain, create_zone, dashboard_subdomain, hostname].every((one) =>
          (one ?? null) === null
        )
        if (isSame) return config
        if (config.tier === "base") return yield* forbids(config, "The tier base has no own domain")
        const hosts = yield* store.hosts(config.whitelabel_branding_id)
        if (!canRepoint(config) || hosts.some(({ pair }) => pair === config.own_hostname)) {
          return yield* forbids(config, "The hosts of the own domain are set up already")
        }
        if (hostname && !auth_subdomain) {
          const msg = "Required with another hostname"
          yield* refuseInput([inputIssue(["body", "auth_subdomain"], "missing", msg, null)])
        }
        const domain = {
          hostname: hostname ?? DomainName.make(config.own_hostname ?? ""),
          auth_subdomain: auth_subdomain ?? config.auth_subdomain ?? "",
          // Without a subdomain, the dashboard of another domain is served at the domain itself.
          dashboard_subdomain: dashboard_subdomain ?? (hostname ? null : config.dashboard_subdomain),
          create_zone: create_zone ?? config.create_zone
        }
        yield* refuseInput(ownDomainIssues(domain, config.base_zone))
        return { ...config, ...ownDomainOf(domain) }
      })

      const recheck = Effect.fn("Whitelabels.recheck")(function*(input: RecheckWhitelabel | null) {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        return yield* whitelabels.change(
          organization_id,
          Effect.fnUntraced(function*(config, now) {
            if (config.onboarding_status === "terminated") {
              return yield* forbids(config, "The configuration is terminated; restore it first")
            }
            if (!config.enabled) return yield* forbids(config, "The configuration is disabled")
            const after = begun(input === null ? config : yield* repointed(config, input), now)
            yield* store.save(after)
            yield* log.change("UPDATED", config, after)
            yield* log.record(after, {
              subtype: "NOTIFICATION",
              message: `The onboarding of ${shownPair(after).domain} begins again`
            })
            yield* queue.enqueue(advanceJob(after))
            return shownWhitelabel(after)
          })
        )
      })

      return Whitelabels.of({ get, update, recheck, ...creation, ...upgrading, ...restoration })
    })
  )
}
