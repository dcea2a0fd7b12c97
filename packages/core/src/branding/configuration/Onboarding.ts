import { Context, Effect, Layer, Option } from "effect"
import { asSystem, OrganizationDirectory } from "../../access/index.ts"
import { Certificates } from "../../certificates/index.ts"
import { Zones } from "../../dns/index.ts"
import { SignInClients } from "../../realm/index.ts"
import { Instant, type OrganizationId, Transaction } from "../../shared/index.ts"
import { assetIssues } from "../assetIssues.ts"
import { BrandingAssetStore } from "../BrandingAssetStore.ts"
import { BrandingDocumentStore } from "../BrandingDocumentStore.ts"
import { makeDelegationCheck } from "./makeDelegationCheck.ts"
import { makeOnboardingFailure, type OnboardingFailure } from "./makeOnboardingFailure.ts"
import { makeWhitelabelCharges } from "./makeWhitelabelCharges.ts"
import { certificateOwner, clientIdOf, makeWhitelabelHosting } from "./makeWhitelabelHosting.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { type HostPair, pairsOf, shownPair, type StoredWhitelabelHost } from "./StoredWhitelabelHost.ts"
import type { OnboardingFailureCode } from "./Whitelabel.ts"
import { activated, advanced, retried, retriesAreOver, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"
import { domainBelowIcannSuffix } from "./WhitelabelZones.ts"

/** Result of an attempt of a step. */
type Outcome =
  | { readonly _tag: "Done"; readonly config: StoredWhitelabel }
  /** Not possible yet. `code` is the failure code if the retries run out; null becomes `retries_exhausted`. */
  | { readonly _tag: "Waits"; readonly code: OnboardingFailureCode | null; readonly detail: string }
  | { readonly _tag: "Refused" } & OnboardingFailure

const done = (config: StoredWhitelabel): Outcome => ({ _tag: "Done", config })
const waits = (code: OnboardingFailureCode | null, detail: string): Outcome => ({ _tag: "Waits", code, detail })
/** `pair` is the one that cannot be set up. */
const refused = (pair: HostPair, code: OnboardingFailureCode, detail: string): Outcome => ({
  _tag: "Refused",
  code,
  detail,
  pair
})

/** Names of steps in events. */
const completed = {
  zone: "The zone of the domain was found",
  delegation: "The domain is delegated to this platform",
  records: "The records of the hosts were written",
  certificate: "The certificates of the hosts are issued",
  client: "The hosts are served"
} as const

/** Onboarding of white-label configurations, step by step. Source: REST specification, "States and transitions". */
export class Onboarding extends Context.Service<Onboarding, {
  /**
   * Carries out the due step of an organization's configuration once. Returns true if a further step is due. May be
   * repeated at any time, and after a crash: each step commits its effects together with the next step,
   * except for a zone that it has created, which a repeated step finds.
   */
  readonly advance: (organization: OrganizationId) => Effect.Effect<boolean>
}>()("@namewright/core/branding/Onboarding") {
  static readonly layer = Layer.effect(
    Onboarding,
    Effect.gen(function*() {
      const assets = yield* BrandingAssetStore
      const certificates = yield* Certificates
      const charges = yield* makeWhitelabelCharges
      const delegation = yield* makeDelegationCheck
      const clients = yield* SignInClients
      const directory = yield* OrganizationDirectory
      const documents = yield* BrandingDocumentStore
      const fail = yield* makeOnboardingFailure
      const hosting = yield* makeWhitelabelHosting
      const log = yield* makeWhitelabelLog
      const store = yield* WhitelabelStore
      const transaction = yield* Transaction
      const zones = yield* Zones

      /** Finds the zone of the own domain, or creates it; not in a transaction. */
      const findZone = Effect.fnUntraced(function*(config: StoredWhitelabel): Effect.fn.Return<Outcome> {
        const { create_zone, organization_id } = config
        const own = shownPair(config)
        const { domain } = own
        const found = yield* hosting.zones.ownZone(organization_id, domain)
        if (Option.isSome(found)) return done({ ...config, dns_zone_id: found.value.dns_zone_id })
        const name = domainBelowIcannSuffix(domain)
        if (!create_zone) return refused(own, "zone_not_owned", `The organization has no zone that contains ${domain}`)
        return yield* asSystem(organization_id, zones.create({ name })).pipe(
          Effect.match({
            onFailure: (error) => refused(own, "zone_create_failed", error.message),
            onSuccess: ({ dns_zone_id }) => done({ ...config, dns_zone_id })
          }),
          Effect.provideService(OrganizationDirectory, directory)
        )
      })

      /** Checks the delegation of the own domain; not in a transaction. */
      const checkDelegation = Effect.fnUntraced(function*(config: StoredWhitelabel): Effect.fn.Return<Outcome> {
        const finding = yield* delegation.check(config)
        if (finding === undefined) return done(config)
        return finding.is_final
          ? refused(shownPair(config), "zone_not_owned", finding.detail)
          : waits(finding.code, finding.detail)
      })

      /** Stores the hosts of a pair that are not stored yet, and writes the records of all. */
      const setUpPair = Effect.fnUntraced(function*(
        config: StoredWhitelabel,
        pair: HostPair
      ): Effect.fn.Return<Outcome> {
        const zone = yield* hosting.zoneOf(config, pair)
        if (Option.isNone(zone)) return refused(pair, "dns_record_rejected", `No zone of ${pair.domain} is hosted here`)
        const known = new Set((yield* store.hosts(config.whitelabel_branding_id)).map(({ hostname }) => hostname))
        const added = (["app", "auth"] as const).filter((part) => !known.has(pair.hosts[part])).map(
          (part): StoredWhitelabelHost => ({
            hostname: pair.hosts[part],
            whitelabel_branding_id: config.whitelabel_branding_id,
            organization_id: config.organization_id,
            part,
            state: "provisioning",
            pair: pair.domain,
            dns_zone_id: zone.value
          })
        )
        const [taken] = yield* store.insertHosts(added)
        if (taken !== undefined) return refused(pair, "zone_not_owned", `${taken} is a host of another organization`)
        return yield* Effect.match(hosting.zones.publish(zone.value, hosting.hostsOf(pair)), {
          onFailure: (error) =>
            error._tag === "RecordConflict"
              ? refused(
                pair,
                "dns_record_rejected",
                `The zone has a ${error.rrset.type} record at ${error.rrset.name}, which excludes the platform's addresses`
              )
              : refused(pair, "zone_not_owned", `The zone of ${pair.domain} does not exist any more`),
          onSuccess: () => done(config)
        })
      })

      const setUpRecords = Effect.fnUntraced(function*(config: StoredWhitelabel): Effect.fn.Return<Outcome> {
        for (const pair of pairsOf(config)) {
          const outcome = yield* setUpPair(config, pair)
          if (outcome._tag !== "Done") return outcome
        }
        return done(config)
      })

      /** Orders the certificates of all pairs at once. */
      const ensureCertificates = Effect.fnUntraced(function*(config: StoredWhitelabel): Effect.fn.Return<Outcome> {
        const ensured = yield* Effect.forEach(
          pairsOf(config),
          (pair) => certificates.ensure(hosting.hostsOf(pair), config.organization_id, certificateOwner)
        )
        const open = ensured.find(({ chain }) => chain === null)
        return open === undefined
          ? done(config)
          : waits(null, open.error_message ?? `The certificate of ${open.names.join(" and ")} is not issued yet`)
      })

      /** Registers the client, serves the hosts, and charges for them. */
      const activate = Effect.fnUntraced(function*(
        config: StoredWhitelabel,
        issuer: string
      ): Effect.fn.Return<Outcome> {
        const { latest } = yield* documents.lock(config.organization_id)
        const [issue] = latest === null ? [] : assetIssues(latest.document, yield* assets.list(config.organization_id))
        if (issue !== undefined) {
          return refused(shownPair(config), "branding_rejected", `${issue.loc.join(".")}: ${issue.msg}`)
        }
        const all = yield* store.hosts(config.whitelabel_branding_id)
        const obsolete = hosting.obsolete(config, all)
        const served = all.filter((host) => !obsolete.includes(host))
        yield* hosting.release(obsolete)
        yield* store.setHostState(served.map(({ hostname }) => hostname), "serving")
        yield* hosting.putClient(config, served, issuer)
        yield* charges.captureOpen(config)
        return done({ ...config, client_id: clientIdOf(config) })
      })

      const settle = Effect.fnUntraced(function*(config: StoredWhitelabel, outcome: Outcome, now: Instant.Instant) {
        switch (outcome._tag) {
          case "Done": {
            const after = config.onboarding_step === "client"
              ? activated(outcome.config, now)
              : advanced(outcome.config, now)
            yield* store.save(after)
            yield* log.change("UPDATED", config, after)
            yield* log.record(after, {
              subtype: after.onboarding_status === "active" ? "SUCCESS" : "NOTIFICATION",
              message: `${completed[config.onboarding_step ?? "client"]}: ${shownPair(after).domain}`
            })
            return after.step_due_on !== null
          }
          case "Waits": {
            const { code, detail } = outcome
            // Only an own domain waits with a code, and it is the pair that is shown.
            const failure = { code: code ?? "retries_exhausted", detail, pair: shownPair(config) } as const
            if (retriesAreOver(config, now)) yield* fail(config, failure, now)
            else yield* store.save(retried(config, { code, detail }, now))
            return false
          }
          case "Refused":
            yield* fail(config, outcome, now)
            return false
        }
      })

      /** Settles an outcome, unless the configuration was changed meanwhile. */
      const settleUnchanged = (seen: StoredWhitelabel, attempt: (config: StoredWhitelabel) => Effect.Effect<Outcome>) =>
        transaction.atomically(Effect.gen(function*() {
          const found = Option.filter(yield* store.lock(seen.organization_id), (config) => isSameAttempt(config, seen))
          if (Option.isNone(found)) return false
          return yield* settle(found.value, yield* attempt(found.value), yield* Instant.now)
        }))

      /**
       * Carries out the due step. Zones and delegations are queried before the transaction; the other steps run in it. Without a
       * sign-in realm every step fails, because the last one registers a client there.
       */
      const attempt = Effect.fnUntraced(function*(config: StoredWhitelabel) {
        if (config.onboarding_step === null) return false
        if (Option.isNone(clients.issuer)) {
          const detail = "This installation has no sign-in realm of its own"
          return yield* settleUnchanged(
            config,
            (current) => Effect.succeed(refused(shownPair(current), "auth_client_rejected", detail))
          )
        }
        const issuer = clients.issuer.value
        switch (config.onboarding_step) {
          case "zone":
          case "delegation": {
            const outcome = yield* config.onboarding_step === "zone" ? findZone(config) : checkDelegation(config)
            return yield* settleUnchanged(config, (current) =>
              Effect.succeed(
                outcome._tag === "Done"
                  ? done({ ...current, dns_zone_id: outcome.config.dns_zone_id })
                  : outcome
              ))
          }
          case "records":
            return yield* settleUnchanged(config, setUpRecords)
          case "certificate":
            return yield* settleUnchanged(config, ensureCertificates)
          case "client":
            return yield* settleUnchanged(config, (current) => activate(current, issuer))
        }
      })

      return Onboarding.of({
        advance: Effect.fn("Onboarding.advance")(function*(organization) {
          const found = yield* store.find(organization)
          if (Option.isNone(found) || !isDue(found.value, yield* Instant.now)) return false
          return yield* attempt(found.value)
        })
      })
    })
  )
}

/** A certificate may be issued at any time, and is then looked at without a pause. */
const isDue = ({ onboarding_step, step_due_on }: StoredWhitelabel, now: Instant.Instant): boolean =>
  step_due_on !== null && (onboarding_step === "certificate" || Instant.hasPassed(step_due_on, now))

/** True if no request and no other attempt has changed the onboarding. */
const isSameAttempt = (config: StoredWhitelabel, seen: StoredWhitelabel): boolean =>
  config.whitelabel_branding_id === seen.whitelabel_branding_id && config.enabled === seen.enabled
  && config.onboarding_step === seen.onboarding_step && config.attempts === seen.attempts
  && config.step_due_on !== null && seen.step_due_on !== null
  && config.step_due_on.epochMilliseconds === seen.step_due_on.epochMilliseconds
  && config.own_hostname === seen.own_hostname && config.base_label === seen.base_label
