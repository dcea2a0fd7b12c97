import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import { Billing, type InsufficientFunds, newBillingTransactionId, type NewCharge } from "../../billing/index.ts"
import { type ContactNotFound, ContactStore } from "../../contacts/index.ts"
import {
  type Intent,
  OperationInProgress,
  type Registry,
  registryFailure,
  RegistryIntents,
  RegistryIntentStore,
  type RegistryPolicyRefused,
  type RegistryRefusal,
  RegistryRouter,
  type RegistryUnavailable
} from "../../registry/index.ts"
import {
  type Actor,
  type CurrentActor,
  type DomainId,
  type DomainName,
  Instant,
  type InvalidInput,
  type PolicyViolation,
  Transaction
} from "../../shared/index.ts"
import { type FiledName, TldCatalog, type TldSpec } from "../../tlds/index.ts"
import { DomainZones } from "../dnssec/DomainZones.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import { type DomainExists, type DomainNotFound, type DomainReadOnly, TldNotAvailable } from "../DomainError.ts"
import { isArriving } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { HeldDomains } from "../HeldDomains.ts"
import { keepContacts } from "../Holders.ts"
import { type AgreedPrice, agreeOnPrice, type PricingError } from "../price/DomainPricing.ts"
import { standardTransferTerm } from "../register/ArrivalCharges.ts"
import { blank } from "../register/Registrations.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { authCodeExpiry, codeAfterTransfer } from "../registry/NewAuthCode.ts"
import { refuseUnchecked } from "../registry/refuseUnchecked.ts"
import { domainOfRequest } from "../request/domainOfRequest.ts"
import { DomainPolicy } from "../request/DomainPolicy.ts"
import type { TransferInDomain } from "../request/DomainRequest.ts"
import { makeEarlierAttempt } from "../request/EarlierAttempt.ts"
import { beforeOf, makeUpdateIntent } from "../update/UpdateIntent.ts"
import { refuseWrongCode } from "./refuseWrongCode.ts"
import { makeTransferCancelIntent } from "./TransferCancelIntent.ts"
import {
  AuthCodeMalformed,
  AuthCodeWrong,
  TransferAlreadyOwned,
  TransferInternal,
  TransferNotAllowed,
  TransferNotPending,
  TransferRefused
} from "./TransferError.ts"
import { makeTransferIntent, type TransferPayload } from "./TransferIntent.ts"

type RegistryError = OperationInProgress | RegistryPolicyRefused | RegistryUnavailable

type TransferInError =
  | AuthCodeMalformed
  | AuthCodeWrong
  | AuthorizationError
  | ContactNotFound
  | DomainExists
  | InsufficientFunds
  | InvalidInput
  | PolicyViolation
  | PricingError
  | RegistryError
  | TransferAlreadyOwned
  | TransferInternal
  | TransferNotAllowed
  | TransferRefused

/** Domains that come from another registrar. Source: REST specification, "Endpoints", Domains. */
export class Transfers extends Context.Service<Transfers, {
  /** Asks for a domain and charges it; it is `pendingTransfer` until the registry has decided. */
  readonly request: (request: TransferInDomain) => Effect.Effect<Domain, TransferInError, CurrentActor>
  /** As `request`, under an id that the platform has chosen: work that begins anew after a crash finds what it made. */
  readonly requestAs: (
    id: DomainId,
    request: TransferInDomain
  ) => Effect.Effect<Domain, TransferInError, CurrentActor>
  /** What `request` would charge now; fails where it would be refused before it charges. */
  readonly charges: (
    request: TransferInDomain
  ) => Effect.Effect<ReadonlyArray<NewCharge>, TransferInError, CurrentActor>
  /** Takes a pending request back, and the money with it. */
  readonly cancel: (
    reference: DomainReference
  ) => Effect.Effect<
    void,
    AuthorizationError | DomainNotFound | DomainReadOnly | RegistryError | TransferNotPending,
    CurrentActor
  >
}>()("@namewright/core/domains/Transfers") {
  static readonly layer = Layer.effect(
    Transfers,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const held = yield* HeldDomains
      const contacts = yield* ContactStore
      const catalog = yield* TldCatalog
      const router = yield* RegistryRouter
      const billing = yield* Billing
      const policy = yield* DomainPolicy
      const transaction = yield* Transaction
      const intents = yield* RegistryIntents
      const intentStore = yield* RegistryIntentStore
      const updating = yield* makeUpdateIntent
      const zones = yield* DomainZones
      const isRepeated = yield* makeEarlierAttempt

      const codeExpiry = Effect.fnUntraced(function*(domain: Domain, code: string | null) {
        const spec = yield* catalog.find(domain.tld)
        const registry = router.find(domain.registry)
        return Option.isNone(spec) || Option.isNone(registry)
          ? null
          : authCodeExpiry(spec.value, registry.value, code, yield* Instant.now)
      })

      /**
       * Prepares an update with the parts that a transfer request does not carry: contacts and nameservers. It also
       * replaces or removes the auth code, which the losing registrar knows.
       */
      const afterwards = Effect.fnUntraced(function*(
        { organization_id, payload, registry }: Intent<TransferPayload>,
        domain: Domain
      ) {
        const { domain_id, name, tld } = domain
        const { new_auth_code: auth_code, nameservers } = payload
        if (payload.create_zone) yield* zones.request(domain)
        const wantedContacts = payload.contacts.length === 0 ? null : payload.contacts
        if (wantedContacts === null && nameservers === null && auth_code === null) return
        const wanted = {
          domain_id,
          name,
          tld,
          contacts: wantedContacts,
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

      const placeOf = Effect.fnUntraced(function*(name: DomainName) {
        const filed = yield* catalog.file(name)
        const registry = Option.flatMap(filed, ({ spec }) => router.find(spec.backend))
        if (Option.isNone(filed) || Option.isNone(registry) || !filed.value.spec.enabled) {
          return yield* new TldNotAvailable({ tld: name.slice(name.indexOf(".") + 1) })
        }
        return { filed: filed.value, registry: registry.value }
      })

      const refuseHeld = Effect.fnUntraced(function*(actor: Actor, domain_name: DomainName) {
        const found = yield* store.find(domain_name)
        if (Option.isNone(found)) return
        if (found.value.organization_id === actor.organization_id) {
          return yield* new TransferAlreadyOwned({ domain_name, reason: "The domain is in this account" })
        }
        return yield* new TransferInternal({ domain_name, reason: "The domain is in another account of this platform" })
      })

      /** The registry's prices of the name; a registry that tells nothing about registered names has none. */
      const premiumOf = Effect.fnUntraced(function*(registry: Registry, name: DomainName) {
        const [answer] = yield* Effect.mapError(registry.checkDomains([name]), (error) => registryFailure(name, error))
        yield* refuseUnchecked(name, answer)
        return answer?.premium ?? null
      })

      const payloadOf = Effect.fnUntraced(function*(
        domain: Domain,
        filed: FiledName,
        registry: Registry,
        request: TransferInDomain
      ) {
        return {
          domain_id: domain.domain_id,
          name: domain.name,
          tld: domain.tld,
          auth_code: domain.auth_code,
          period: request.period ?? null,
          contacts: domain.contacts,
          nameservers: request.nameservers ?? null,
          new_auth_code: yield* codeAfterTransfer(filed.spec, registry),
          attributes: domain.attributes,
          create_zone: request.create_zone === true
        }
      })

      /** A transfer that nothing stands against here, with its price. */
      const agree = Effect.fnUntraced(function*(input: TransferInDomain) {
        const actor = yield* authorize("domains:manage")
        const { name } = input
        const { filed, registry } = yield* placeOf(name)
        const wanted = yield* policy.transfer(actor.organization_id, filed, input)
        if (filed.spec.transfer_policies.authinfo_required && wanted.auth_code === null) {
          return yield* new AuthCodeMalformed({ domain_name: name, reason: "A transfer needs the auth code" })
        }
        yield* refuseHeld(actor, name)
        yield* refuseWrongCode(registry, name, wanted.auth_code)
        const premium = yield* premiumOf(registry, name)
        const price = yield* agreeOnPrice(billing, {
          name,
          tld: filed.tld,
          query: {
            organization_id: actor.organization_id,
            action: "transfer",
            period: input.period ?? standardTransferTerm(filed.spec)
          },
          premium,
          expected_price: input.expected_price
        })
        return { actor, filed, registry, wanted, premium, price }
      })

      const requestAs = Effect.fn("Transfers.request")(function*(domain_id: DomainId, input: TransferInDomain) {
        const { name } = input
        const { actor, filed, premium, price, registry, wanted } = yield* agree(input)
        const domain: Domain = {
          ...blank(yield* Instant.now),
          ...wanted,
          registry_statuses: ["pendingTransfer"],
          domain_id,
          organization_id: actor.organization_id,
          name,
          sld: filed.sld,
          tld: filed.tld,
          registry: registry.key,
          registry_account_id: registry.account_id,
          renewal_mode: input.renewal_mode,
          is_premium: price.fee !== null || premium?.renew !== undefined
        }
        const payload = { ...(yield* payloadOf(domain, filed, registry, input)), fee: price.fee }
        const charge = yield* newBillingTransactionId
        const intent = yield* transaction.atomically(Effect.gen(function*() {
          yield* keepContacts(contacts, actor.organization_id, domain.contacts)
          yield* store.insert(domain)
          const prepared = yield* intents.prepare(handler, {
            organization_id: actor.organization_id,
            registry: registry.key,
            object_id: domain.domain_id,
            object_name: name,
            payload,
            billing_transaction_ids: [charge]
          })
          yield* billing.reserve({ ...chargeOf(domain, price), billing_transaction_id: charge })
          return prepared
        }))
        const outcome = yield* intents.execute(handler, intent)
        // A request whose answer is lost is pending: to be told so serves the caller better than an error.
        if (outcome._tag !== "Unknown") yield* carriedOut(name, outcome, (refusal) => refusedTransfer(name, refusal))
        return yield* Effect.orDie(held.get(actor, domain.domain_id))
      })

      const request = (input: TransferInDomain) => domainOfRequest(held, (id) => requestAs(id, input))

      const charges: Transfers["Service"]["charges"] = Effect.fn("Transfers.charges")(function*(input) {
        const { actor: { organization_id }, price } = yield* agree(input)
        return [chargeOf({ organization_id, name: input.name }, price)]
      })

      const cancel = Effect.fn("Transfers.cancel")(function*(reference: DomainReference) {
        const actor = yield* authorize("domains:manage")
        if (yield* isRepeated) return
        const domain = yield* held.getWritable(actor, reference)
        const { domain_id, name, organization_id, registry, tld } = domain
        const open = yield* intentStore.ofObject(domain_id)
        const transfer = open.find(({ kind }) => kind === handler.kind)
        if (transfer === undefined || !isArriving(domain)) {
          return yield* new TransferNotPending({ domain_name: name, reason: "No inbound transfer is pending" })
        }
        // Nobody knows yet whether the registry has the request.
        if (transfer.state === "prepared") return yield* new OperationInProgress({ object_name: name })
        const spec = yield* catalog.find(tld)
        const intent = yield* transaction.atomically(intents.prepare(cancellation, {
          organization_id,
          registry,
          object_id: domain_id,
          object_name: name,
          payload: {
            domain_id,
            name,
            transfer_intent_id: transfer.intent_id,
            ask_registry: Option.isNone(spec) || asksRegistry(spec.value)
          },
          billing_transaction_ids: []
        }))
        const outcome = yield* intents.execute(cancellation, intent)
        yield* carriedOut(name, outcome, ({ message, reason }) =>
          reason === "noTransferPending"
            ? new TransferNotPending({ domain_name: name, reason: message })
            : undefined)
      })

      return Transfers.of({ request, requestAs, charges, cancel })
    })
  )
}

const chargeOf = (
  { name, organization_id }: Pick<Domain, "name" | "organization_id">,
  { quote }: AgreedPrice
): NewCharge => ({ organization_id, product_type: "domain", product_reference: name, action: "transfer", quote })

/** Under .uk the losing registrar hands the name over; there is no request at the registry to take back. */
const asksRegistry = ({ tlds }: TldSpec): boolean => !tlds.some(({ name }) => name === "uk" || name.endsWith(".uk"))

/** What a refusal means to someone who wants a domain. */
const refusedTransfer = (domain_name: DomainName, { message, reason }: RegistryRefusal) => {
  switch (reason) {
    case "invalidAuthCode":
      return new AuthCodeWrong({ domain_name, reason: message })
    case "notEligible":
    case "statusProhibits":
    case "transferPending":
      return new TransferNotAllowed({ domain_name, reason: message })
    case "objectMissing":
    case "notSponsor":
      return new TransferRefused({ domain_name, reason: message })
    default:
      return undefined
  }
}
