import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize, type UnknownOrganization } from "../../access/index.ts"
import { Billing, type InsufficientFunds, newBillingTransactionId, type NewCharge } from "../../billing/index.ts"
import type { ContactNotFound } from "../../contacts/index.ts"
import { makeObjectLog } from "../../objectlog/index.ts"
import { type OrganizationDomainLimit, OrganizationLimitStore } from "../../organizations/index.ts"
import {
  type Intent,
  OperationInProgress,
  type Registry,
  registryFailure,
  RegistryIntents,
  RegistryIntentStore,
  type RegistryPolicyRefused,
  RegistryRouter,
  RegistryUnavailable
} from "../../registry/index.ts"
import {
  type Actor,
  type CurrentActor,
  type DomainId,
  Instant,
  type InvalidInput,
  type OrganizationId,
  type PolicyViolation
} from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { TldCatalog, type TldSpec } from "../../tlds/index.ts"
import { DomainZones } from "../dnssec/DomainZones.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import { type DomainChanged, type DomainExists, DomainNotFound, type DomainReadOnly } from "../DomainError.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { requireTag } from "../DomainTag.ts"
import { ExternalAccounts, type ReplacedDomain } from "../ExternalAccounts.ts"
import { insertDomain } from "../Holders.ts"
import { makeOfferingOf, notOffered, type Offering } from "../offeringOf.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { agreeOnPrice, domainCharge, type PricingError } from "../price/DomainPricing.ts"
import type { QuoteError } from "../quote/DomainQuoteError.ts"
import { makeQuotedOrders } from "../quote/QuotedOrders.ts"
import { standardTransferTerm } from "../register/AcquisitionCharges.ts"
import { newDomain } from "../register/Registrations.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { authCodeExpiry, codeAfterTransfer } from "../registry/NewAuthCode.ts"
import { refuseUnchecked } from "../registry/refuseUnchecked.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import { acquireOnce } from "../request/acquireOnce.ts"
import { DomainPolicy } from "../request/DomainPolicy.ts"
import type { TransferInDomain } from "../request/DomainRequest.ts"
import { makeEarlierAttempt } from "../request/EarlierAttempt.ts"
import { beforeOf, makeUpdateIntent } from "../update/UpdateIntent.ts"
import { refusedTransfer } from "./refusedTransfer.ts"
import { refuseWrongCode } from "./refuseWrongCode.ts"
import { makeTransferCancelIntent } from "./TransferCancelIntent.ts"
import {
  AuthCodeMalformed,
  type AuthCodeWrong,
  TransferAlreadyOwned,
  TransferInternal,
  type TransferNotAllowed,
  TransferNotPending,
  type TransferRefused
} from "./TransferError.ts"
import { makeTransferIntent, type TransferPayload } from "./TransferIntent.ts"

type RegistryError = OperationInProgress | RegistryPolicyRefused | RegistryUnavailable

type TransferInError =
  | AuthCodeMalformed
  | AuthCodeWrong
  | AuthorizationError
  | OrganizationDomainLimit
  | UnknownOrganization
  | ContactNotFound
  | DomainExists
  | InsufficientFunds
  | InvalidInput
  | PolicyViolation
  | PricingError
  | QuoteError
  | RegistryError
  | TransferAlreadyOwned
  | TransferInternal
  | TransferNotAllowed
  | TransferRefused

/** Inbound transfers of domains. Source: REST specification, "Endpoints", Domains. */
export class Transfers extends Context.Service<Transfers, {
  /**
   * Requests a transfer and charges it. The domain is `pendingTransfer` until the registry has decided. If a necessary
   * auth code is absent and the organization's connected registrar has the domain, the registrar is asked to unlock the
   * domain and for the code.
   */
  readonly request: (request: TransferInDomain) => Effect.Effect<Domain, TransferInError, CurrentActor>
  /** As `request`, with an id of the caller: work that is repeated after a crash finds the domain by its id. */
  readonly requestAs: (
    id: DomainId,
    request: TransferInDomain
  ) => Effect.Effect<Domain, TransferInError, CurrentActor>
  /** Charges that `request` would make now. Fails if `request` would be refused before it charges. */
  readonly charges: (
    request: TransferInDomain
  ) => Effect.Effect<ReadonlyArray<NewCharge>, TransferInError, CurrentActor>
  /** Cancels a pending request and releases its charge. `expected` is the entity tag that the domain must have. */
  readonly cancel: (
    reference: DomainReference,
    expected?: string
  ) => Effect.Effect<
    void,
    AuthorizationError | DomainChanged | DomainNotFound | DomainReadOnly | RegistryError | TransferNotPending,
    CurrentActor
  >
}>()("@namewright/core/domains/Transfers") {
  static readonly layer = Layer.effect(
    Transfers,
    Effect.gen(function*() {
      const limits = yield* OrganizationLimitStore
      const store = yield* DomainStore
      const log = yield* makeObjectLog
      const owned = yield* OwnedDomains
      const catalog = yield* TldCatalog
      const router = yield* RegistryRouter
      const billing = yield* Billing
      const policy = yield* DomainPolicy
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const withQuote = yield* makeQuotedOrders
      const offeringOf = yield* makeOfferingOf
      const intentStore = yield* RegistryIntentStore
      const updating = yield* makeUpdateIntent
      const zones = yield* DomainZones
      const statusTags = yield* StatusTags
      const earlierAttempt = yield* makeEarlierAttempt
      const accounts = yield* ExternalAccounts

      const codeExpiry = Effect.fnUntraced(function*(domain: Domain, code: string | null) {
        const spec = yield* catalog.find(domain.tld)
        const registry = router.find(domain.registry)
        return Option.isNone(spec) || Option.isNone(registry)
          ? null
          : authCodeExpiry(spec.value, registry.value, code, yield* Instant.now)
      })

      /**
       * Prepares an update with the parts that a transfer request does not include: contacts and nameservers. It also
       * replaces or removes the auth code, which the losing registrar knows.
       */
      const afterwards = Effect.fnUntraced(function*(
        { organization_id, payload, registry }: Intent<TransferPayload>,
        domain: Domain
      ) {
        const { domain_id, name, tld } = domain
        const { new_auth_code: auth_code, nameservers } = payload
        if (payload.create_zone) yield* zones.request(domain)
        const registryContacts = payload.contacts.length === 0 ? null : payload.contacts
        if (registryContacts === null && nameservers === null && auth_code === null) return
        const wanted = {
          domain_id,
          name,
          tld,
          contacts: registryContacts === null ? null : domain.contacts,
          registry_contacts: registryContacts,
          nameservers,
          statuses: null,
          auth_code,
          auth_code_expires_on: yield* codeExpiry(domain, auth_code),
          renewal_mode: null,
          attributes: null,
          before: beforeOf(domain, { auth_code })
        }
        const intent = { organization_id, registry, object_id: domain_id, object_name: name, payload: wanted }
        yield* Effect.orDie(intents.prepare(updating, { ...intent, billing_transaction_ids: [], deferred: true }))
      })

      const handler = yield* makeTransferIntent(afterwards)
      const cancellation = yield* makeTransferCancelIntent
      yield* intents.register(handler)
      yield* intents.register(cancellation)

      /**
       * Registry prices of the name; null if it has the list price, or the registry shows no prices of registered
       * names.
       */
      const premiumOf = Effect.fnUntraced(function*(registry: Registry, { allocation_token, name }: TransferInDomain) {
        const [answer] = yield* Effect.mapError(
          registry.checkDomains([name], allocation_token ?? undefined),
          (error) => registryFailure(name, error)
        )
        yield* refuseUnchecked(name, answer)
        return answer?.premium ?? null
      })

      const payloadOf = Effect.fnUntraced(function*(
        domain: Domain,
        { registry, spec }: Offering,
        request: TransferInDomain,
        contacts: TransferPayload["contacts"]
      ) {
        return {
          domain_id: domain.domain_id,
          name: domain.name,
          tld: domain.tld,
          auth_code: domain.auth_code,
          period: request.period ?? null,
          contacts,
          nameservers: request.nameservers ?? null,
          new_auth_code: yield* codeAfterTransfer(spec, registry),
          attributes: domain.attributes,
          create_zone: request.create_zone === true,
          allocation_token: request.allocation_token ?? null
        }
      })

      /** True if a domain is shown to the organization from a registrar that provides its auth code. */
      const providesCode = Effect.fnUntraced(function*(organization: OrganizationId, external: Option.Option<Domain>) {
        const credential = Option.filter(external, ({ organization_id }) => organization_id === organization).pipe(
          Option.flatMapNullishOr(({ registrar_credential_id }) => registrar_credential_id)
        )
        return Option.isSome(credential) && (yield* accounts.hasAuthCodes(organization, credential.value))
      })

      /** Checks a transfer and returns its price. */
      const checkAndPrice = Effect.fnUntraced(function*(input: TransferInDomain) {
        const actor = yield* authorize("domains:manage")
        const { name } = input
        const offering = yield* Effect.mapError(Effect.fromOption(offeringOf(name)), () => notOffered(name))
        const { registry, spec, tld } = offering
        const { existing, external, registry_contacts, wanted } = yield* policy.transfer(
          actor.organization_id,
          offering,
          input
        )
        const code_from_registrar = spec.transfer_policies.authinfo_required && wanted.auth_code === null
        if (code_from_registrar && !(yield* providesCode(actor.organization_id, external))) {
          return yield* new AuthCodeMalformed({ domain_name: name, reason: "A transfer needs the auth code" })
        }
        if (Option.isSome(existing)) return yield* ownedAlready(actor, existing.value)
        yield* refuseWrongCode(registry, name, wanted.auth_code)
        const premium = yield* premiumOf(registry, input)
        const price = yield* agreeOnPrice(billing, {
          name,
          tld,
          query: {
            organization_id: actor.organization_id,
            action: "transfer",
            period: input.period ?? standardTransferTerm(spec)
          },
          premium,
          expected_price: input.expected_price
        })
        return { actor, code_from_registrar, external, offering, wanted, registry_contacts, premium, price }
      })

      const requestNow = Effect.fn("Transfers.request")(function*(domain_id: DomainId, input: TransferInDomain) {
        const { name } = input
        const checked = yield* checkAndPrice(input)
        const { actor, code_from_registrar, external, offering, premium, price, registry_contacts, wanted } = checked
        const domain: Domain = {
          ...newDomain({ ...offering, name }, yield* Instant.now),
          ...wanted,
          registry_statuses: ["pendingTransfer"],
          domain_id,
          organization_id: actor.organization_id,
          renewal_mode: input.renewal_mode,
          is_premium: price.fee !== null || premium?.renew !== undefined
        }
        const replaced = replacedBy(domain, external)
        const order = yield* payloadOf(domain, offering, input, registry_contacts)
        const payload = { ...order, fee: price.fee, replaced, code_from_registrar }
        const charge = yield* newBillingTransactionId
        const outcome = yield* orders.placeCharged(handler, {
          domain,
          payload,
          charges: [{ ...domainCharge(domain, "transfer", price), billing_transaction_id: charge }]
        }, {
          before: Effect.andThen(
            insertDomain({ limits, log, store }, domain, external),
            replaced?.is_import === true
              ? statusTags.set(domain.organization_id, "DOMAIN", domain_id, "IMPORT_REQUESTED")
              : Effect.void
          )
        })
        // After a lost response the transfer is pending, which helps the caller more than an error.
        if (outcome._tag !== "Unknown") yield* carriedOut(name, outcome, (refusal) => refusedTransfer(name, refusal))
        // Another process may have taken the intent over, and the registry may have refused it since.
        return yield* Effect.mapError(
          owned.get(actor, domain_id),
          () => new RegistryUnavailable({ domain_name: name })
        )
      })

      const requestAs = (domain_id: DomainId, input: TransferInDomain) =>
        withQuote(ordered(input), requestNow(domain_id, input))

      const request = (input: TransferInDomain) => acquireOnce(owned, (id) => requestAs(id, input))

      const charges: Transfers["Service"]["charges"] = Effect.fn("Transfers.charges")(function*(input) {
        const { actor: { organization_id }, price } = yield* withQuote(ordered(input), checkAndPrice(input))
        return [domainCharge({ organization_id, name: input.name }, "transfer", price)]
      })

      const cancel = Effect.fn("Transfers.cancel")(function*(reference: DomainReference, expected?: string) {
        const actor = yield* authorize("domains:manage")
        if (Option.isSome(yield* earlierAttempt)) return
        const domain = yield* owned.getWritable(actor, reference, expected)
        const { domain_id, name, tld } = domain
        const open = yield* intentStore.ofObject(domain_id)
        const transfer = open.find(({ kind }) => kind === handler.kind)
        if (transfer === undefined || !isBeingAcquired(domain)) {
          return yield* new TransferNotPending({ domain_name: name, reason: "No inbound transfer is pending" })
        }
        // The outcome of the request is unknown.
        if (transfer.state === "prepared") return yield* new OperationInProgress({ object_name: name })
        const spec = yield* catalog.find(tld)
        const payload = {
          domain_id,
          name,
          transfer_intent_id: transfer.intent_id,
          ask_registry: Option.isNone(spec) || asksRegistry(spec.value)
        }
        const requireExpected = Effect.gen(function*() {
          if (expected === undefined) return
          const current = yield* store.lock(domain_id)
          if (Option.isNone(current)) return yield* new DomainNotFound({ domain_name: reference })
          yield* requireTag(current.value, expected)
        })
        const outcome = yield* orders.place(cancellation, { domain, payload }, { after: requireExpected })
        yield* carriedOut(name, outcome, ({ message, reason }) =>
          reason === "noTransferPending"
            ? new TransferNotPending({ domain_name: name, reason: message })
            : undefined)
      })

      return Transfers.of({ request, requestAs, charges, cancel })
    })
  )
}

/** The domain that the transfer replaces in the lists; null without one. */
const replacedBy = ({ organization_id }: Domain, external: Option.Option<Domain>): ReplacedDomain | null => {
  if (Option.isNone(external) || external.value.registrar_credential_id === null) return null
  return {
    registrar_credential_id: external.value.registrar_credential_id,
    is_import: external.value.organization_id === organization_id
  }
}

const ordered = (request: TransferInDomain) => ({
  command: "transfer" as const,
  name: Effect.succeed(request.name),
  request
})

/** False under .uk: the losing registrar pushes the name, so the registry has no request to cancel. */
const asksRegistry = ({ tlds }: TldSpec): boolean => !tlds.some(({ name }) => name === "uk" || name.endsWith(".uk"))

const ownedAlready = (actor: Actor, { name: domain_name, organization_id }: Domain) =>
  organization_id === actor.organization_id
    ? new TransferAlreadyOwned({ domain_name, reason: "The domain is in this account" })
    : new TransferInternal({ domain_name, reason: "The domain is in another account of this platform" })
