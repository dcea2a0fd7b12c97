import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize, type UnknownOrganization } from "../../access/index.ts"
import { Billing, type InsufficientFunds, newBillingTransactionId, type NewCharge } from "../../billing/index.ts"
import type { ContactNotFound } from "../../contacts/index.ts"
import { makeObjectLog } from "../../objectlog/index.ts"
import { type OrganizationDomainLimit, OrganizationLimitStore } from "../../organizations/index.ts"
import {
  type NameAvailability,
  type OperationInProgress,
  type Registry,
  registryFailure,
  RegistryIntents,
  type RegistryPolicyRefused,
  RegistryUnavailable
} from "../../registry/index.ts"
import {
  type Actor,
  type CurrentActor,
  type DomainId,
  type DomainName,
  Instant,
  type InvalidInput,
  type OrganizationId,
  type PolicyViolation
} from "../../shared/index.ts"
import { idnLanguage } from "../../tlds/index.ts"
import { ClaimsAcceptances } from "../claims/ClaimsAcceptances.ts"
import type { ClaimsAcceptanceError } from "../claims/ClaimsNoticeError.ts"
import { makeDeclarationRequests, requiresDeclaration } from "../declaration/DeclarationRequests.ts"
import type { Domain } from "../Domain.ts"
import { DomainExists, DomainUnavailable } from "../DomainError.ts"
import { DomainStore } from "../DomainStore.ts"
import { insertDomain } from "../Holders.ts"
import { makeOfferingOf, notOffered, type Offering } from "../offeringOf.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { agreeOnPrice, domainCharge, type PricingError } from "../price/DomainPricing.ts"
import type { QuoteError } from "../quote/DomainQuoteError.ts"
import { makeQuotedOrders } from "../quote/QuotedOrders.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { authCodeExpiry, firstAuthCode } from "../registry/NewAuthCode.ts"
import { refuseUnchecked } from "../registry/refuseUnchecked.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import { acquireOnce } from "../request/acquireOnce.ts"
import { DomainPolicy } from "../request/DomainPolicy.ts"
import type { RegisterDomain } from "../request/DomainRequest.ts"
import { refusedRegistration } from "./refusedRegistration.ts"
import { makeRegistrationIntent } from "./RegistrationIntent.ts"

type RegistrationError =
  | AuthorizationError
  | OrganizationDomainLimit
  | UnknownOrganization
  | ClaimsAcceptanceError
  | ContactNotFound
  | DomainExists
  | DomainUnavailable
  | InsufficientFunds
  | InvalidInput
  | OperationInProgress
  | PolicyViolation
  | PricingError
  | QuoteError
  | RegistryPolicyRefused
  | RegistryUnavailable

/** Registrations of domains. Source: REST specification, "Endpoints", Domains. */
export class Registrations extends Context.Service<Registrations, {
  /**
   * Registers a domain and charges it. If the registry requires a declaration of the holder, a mail asks for it, and the
   * registration is ordered once it is signed. While the registry has not decided or its response is lost, the domain is
   * `pendingCreate`; an event reports the result.
   */
  readonly register: (request: RegisterDomain) => Effect.Effect<Domain, RegistrationError, CurrentActor>
  /** As `register`, with an id of the caller: work that is repeated after a crash finds the domain by its id. */
  readonly registerAs: (
    id: DomainId,
    request: RegisterDomain
  ) => Effect.Effect<Domain, RegistrationError, CurrentActor>
  /** Charges that `register` would make now. Fails if `register` would be refused before it charges. */
  readonly charges: (
    request: RegisterDomain
  ) => Effect.Effect<ReadonlyArray<NewCharge>, RegistrationError, CurrentActor>
}>()("@namewright/core/domains/Registrations") {
  static readonly layer = Layer.effect(
    Registrations,
    Effect.gen(function*() {
      const limits = yield* OrganizationLimitStore
      const store = yield* DomainStore
      const log = yield* makeObjectLog
      const owned = yield* OwnedDomains
      const offeringOf = yield* makeOfferingOf
      const billing = yield* Billing
      const policy = yield* DomainPolicy
      const claims = yield* ClaimsAcceptances
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const withQuote = yield* makeQuotedOrders
      const handler = yield* makeRegistrationIntent
      const requestDeclaration = yield* makeDeclarationRequests
      yield* intents.register(handler)

      const checkAvailable = Effect.fnUntraced(function*(
        registry: Registry,
        { allocation_token, name }: RegisterDomain
      ) {
        const [answer] = yield* Effect.mapError(
          registry.checkDomains([name], allocation_token ?? undefined),
          (error) => registryFailure(name, error)
        )
        yield* refuseUnchecked(name, answer)
        if (answer === undefined || !answer.available) {
          return yield* new DomainUnavailable({ domain_name: name, reason: answer?.reason ?? null })
        }
        return answer
      })

      const priceOf = (actor: Actor, tld: string, request: RegisterDomain, { premium }: NameAvailability) =>
        agreeOnPrice(billing, {
          name: request.name,
          tld,
          query: { organization_id: actor.organization_id, action: "create", period: request.period },
          premium,
          expected_price: request.expected_price
        })

      /** Checks a registration and returns its price. */
      const checkAndPrice = Effect.fnUntraced(function*(request: RegisterDomain) {
        const actor = yield* authorize("domains:manage")
        const { name } = request
        const offering = yield* Effect.mapError(Effect.fromOption(offeringOf(name)), () => notOffered(name))
        const { existing, external, registry_contacts, wanted } = yield* policy.registration(
          actor.organization_id,
          offering,
          request
        )
        if (Option.isSome(existing)) return yield* existsFor(actor.organization_id, existing.value)
        const answer = yield* checkAvailable(offering.registry, request)
        const claims_acceptance = answer.claims_key === null
          ? undefined
          : yield* claims.accept(name, answer.claims_key, request.claims_notice_acceptance_hash)
        const price = yield* priceOf(actor, offering.tld, request, answer)
        return { actor, external, offering, wanted, registry_contacts, price, claims_acceptance }
      })

      const registerNow = Effect.fn("Registrations.register")(function*(domain_id: DomainId, request: RegisterDomain) {
        const { name, period } = request
        const { actor, claims_acceptance, external, offering, price, registry_contacts, wanted } = yield* checkAndPrice(
          request
        )
        const { registry, spec, tld } = offering
        const now = yield* Instant.now
        const auth_code = wanted.auth_code ?? (yield* firstAuthCode(spec, registry))
        const charge = yield* newBillingTransactionId
        const domain: Domain = {
          ...newDomain({ ...offering, name }, now),
          ...wanted,
          domain_id,
          organization_id: actor.organization_id,
          renewal_mode: request.renewal_mode,
          is_premium: price.fee !== null,
          auth_code,
          auth_code_expires_on: authCodeExpiry(spec, registry, auth_code, now)
        }
        const payload = {
          ...wanted,
          contacts: registry_contacts,
          domain_id,
          name,
          tld,
          period,
          auth_code,
          fee: price.fee,
          create_zone: request.create_zone === true,
          allocation_token: request.allocation_token ?? null,
          idn_language: idnLanguage(spec, offering.sld, request.idn_language ?? null),
          ...(claims_acceptance === undefined ? {} : { claims_acceptance })
        }
        const charges = [{ ...domainCharge(domain, "create", price), billing_transaction_id: charge }]
        const inserted = insertDomain({ limits, log, store }, domain, external)
        if (requiresDeclaration(spec)) {
          yield* orders.postpone(charges, Effect.andThen(inserted, requestDeclaration(domain, payload, [charge])))
          return domain
        }
        const outcome = yield* orders.placeCharged(handler, { domain, payload, charges }, { before: inserted })
        // After a lost response the domain is pending, which helps the caller more than an error.
        if (outcome._tag !== "Unknown") {
          yield* carriedOut(name, outcome, (refusal) => refusedRegistration(name, refusal))
        }
        const stored = outcome._tag === "Done" ? outcome.result : Option.none()
        if (Option.isSome(stored)) return stored.value
        // Another process may have taken the intent over, and the registry may have refused it since.
        return yield* Effect.mapError(
          owned.get(actor, domain_id),
          () => new RegistryUnavailable({ domain_name: name })
        )
      })

      const registerAs = (domain_id: DomainId, request: RegisterDomain) =>
        withQuote(ordered(request), registerNow(domain_id, request))

      const register = (request: RegisterDomain) => acquireOnce(owned, (id) => registerAs(id, request))

      const charges: Registrations["Service"]["charges"] = Effect.fn("Registrations.charges")(function*(request) {
        const { actor: { organization_id }, price } = yield* withQuote(ordered(request), checkAndPrice(request))
        return [domainCharge({ organization_id, name: request.name }, "create", price)]
      })

      return Registrations.of({ register, registerAs, charges })
    })
  )
}

const ordered = (request: RegisterDomain) => ({
  command: "create" as const,
  name: Effect.succeed(request.name),
  request
})

/** Error with the id of the caller's own domain, so that a repeat after a lost response is recognised. */
const existsFor = (organization: OrganizationId, { domain_id, name, organization_id }: Domain) =>
  new DomainExists({ domain_name: name, ...(organization_id === organization ? { domain_id } : {}) })

/** Members of a domain before its registration or transfer. */
export const newDomain = (
  { name, registry, sld, tld }: Offering & { readonly name: DomainName },
  now: Instant.Instant
) => ({
  name,
  sld,
  tld,
  registry: registry.key,
  registry_account_id: registry.account_id,
  roid: "",
  registrar: "NATIVE" as const,
  registrar_credential_id: null,
  read_only: false,
  registry_statuses: ["pendingCreate" as const],
  auth_code_expires_on: null,
  verification_required: null,
  policy_verification: null,
  registered_on: null,
  expires_on: null,
  transferred_on: null,
  canceled_on: null,
  deleted_on: null,
  created_on: now,
  updated_on: now,
  grace_charges: [],
  unpaid_renewal_on: null,
  next_action_on: null
})
