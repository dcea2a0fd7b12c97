import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize, seesAuthCodes } from "../../access/index.ts"
import {
  type OperationInProgress,
  RegistryIntents,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../../registry/index.ts"
import { type CurrentActor, DomainName, type PolicyViolation, refuseViolation } from "../../shared/index.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import type { DomainChanged, DomainNotFound, DomainReadOnly } from "../DomainError.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { RegistryAccess } from "../registry/RegistryAccess.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import { makeEarlierAttempt } from "../request/EarlierAttempt.ts"
import { TransferRefused } from "../transfer/TransferError.ts"
import { makeAuthCodeRequestIntent } from "./AuthCodeRequestIntent.ts"
import {
  type HandedOver,
  isBelow,
  type ReleaseDomain,
  type RequestedAuthCode,
  type TransitDomain,
  type Way,
  ways,
  type WithdrawDomain
} from "./HandOver.ts"
import { makeHandOverIntent } from "./HandOverIntent.ts"

type CommonError =
  | AuthorizationError
  | DomainChanged
  | DomainNotFound
  | DomainReadOnly
  | OperationInProgress
  | RegistryUnavailable

type HandOverError = CommonError | PolicyViolation | RegistryPolicyRefused

/**
 * What a domain needs to leave the account at registries with more than transfer requests: auth codes that the registry
 * makes, and releases. Source: REST specification, "Endpoints", Domains.
 */
export class HandOvers extends Context.Service<HandOvers, {
  /**
   * Has the registry replace the auth code. `tlds` are those for which the caller's operation exists; default all.
   * `expected` is the entity tag that the domain must have.
   */
  readonly requestAuthCode: (
    reference: DomainReference,
    tlds?: ReadonlyArray<string>,
    expected?: string
  ) => Effect.Effect<RequestedAuthCode, CommonError | TransferRefused, CurrentActor>
  /** Returns an `.at` domain to its registry. */
  readonly withdraw: (
    reference: DomainReference,
    request: WithdrawDomain,
    expected?: string
  ) => Effect.Effect<HandedOver, HandOverError, CurrentActor>
  /** Returns a `.de` domain to its registry. */
  readonly transit: (
    reference: DomainReference,
    request: TransitDomain,
    expected?: string
  ) => Effect.Effect<HandedOver, HandOverError, CurrentActor>
  /** Releases a `.uk` domain to another registrar. */
  readonly release: (
    reference: DomainReference,
    request: ReleaseDomain,
    expected?: string
  ) => Effect.Effect<HandedOver, HandOverError, CurrentActor>
}>()("@namewright/core/domains/HandOvers") {
  static readonly layer = Layer.effect(
    HandOvers,
    Effect.gen(function*() {
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const earlierAttempt = yield* makeEarlierAttempt
      const authCodes = yield* makeAuthCodeRequestIntent
      const handOvers = yield* makeHandOverIntent
      yield* intents.register(authCodes)
      yield* intents.register(handOvers)

      const refuseAuthCode = Effect.fnUntraced(function*(domain: Domain, tlds: ReadonlyArray<string> | undefined) {
        const { name, tld } = domain
        const refused = (reason: string) => new TransferRefused({ domain_name: name, reason })
        if (tlds !== undefined && !tlds.some((top) => isBelow(tld, top))) {
          return yield* refused(`This operation is for .${tlds.join(" and .")}`)
        }
        const { registry } = yield* access.accountOf(domain)
        if (!registry.capabilities.auth_code_requests) {
          return yield* refused(`The registry of .${tld} makes no auth codes on request`)
        }
        if (isBeingAcquired(domain)) return yield* refused(`${name} is not in the account yet`)
      })

      const requestAuthCode = Effect.fn("HandOvers.requestAuthCode")(
        function*(reference: DomainReference, tlds?: ReadonlyArray<string>, expected?: string) {
          const actor = yield* authorize("domains:manage")
          const domain = yield* owned.getWritable(actor, reference, expected)
          yield* refuseAuthCode(domain, tlds)
          const { domain_id, name } = domain
          const outcome = yield* orders.place(
            authCodes,
            { domain, payload: { domain_id, name } },
            { after: owned.lockExpected(domain, expected) }
          )
          yield* Effect.catchTag(
            carriedOut(name, outcome),
            "RegistryPolicyRefused",
            ({ detail }) => Effect.fail(new TransferRefused({ domain_name: name, reason: detail }))
          )
          const issued = outcome._tag === "Done" ? outcome.result : undefined
          const code = issued?.auth_code ?? null
          const isVisible = seesAuthCodes(actor)
          return {
            name,
            success: true,
            detail: code === null ? "The registry sends the auth code to the holder of the domain" : null,
            auth_code: isVisible ? code : null,
            auth_code_expires_on: issued?.expires_on ?? null,
            recipients: issued?.recipients ?? []
          }
        }
      )

      const handOver = Effect.fnUntraced(function*(
        reference: DomainReference,
        way: Way,
        terms: { readonly recipient: string | null; readonly keep_delegation: boolean },
        expected: string | undefined
      ) {
        const actor = yield* authorize("domains:manage")
        const earlier = yield* earlierAttempt
        if (Option.isSome(earlier)) return handedOver(DomainName.make(earlier.value))
        const domain = yield* owned.getWritable(actor, reference, expected)
        const { domain_id, name, tld } = domain
        const { registry } = yield* access.accountOf(domain)
        yield* refuseViolation(
          isBelow(tld, ways[way].tld) && registry.capabilities.releases && !isBeingAcquired(domain)
            ? []
            : [{ pointer: "name", detail: `${name} cannot be handed over so: this operation is for .${ways[way].tld}` }]
        )
        const payload = { domain_id, name, way, ...terms }
        yield* carriedOut(
          name,
          yield* orders.place(handOvers, { domain, payload }, { after: owned.lockExpected(domain, expected) })
        )
        return handedOver(name)
      })

      return HandOvers.of({
        requestAuthCode,
        withdraw: Effect.fn("HandOvers.withdraw")((reference, { zone_delete }, expected) =>
          handOver(reference, "withdraw", { recipient: null, keep_delegation: !zone_delete }, expected)
        ),
        transit: Effect.fn("HandOvers.transit")((reference, { disconnect }, expected) =>
          handOver(reference, "transit", { recipient: null, keep_delegation: !disconnect }, expected)
        ),
        release: Effect.fn("HandOvers.release")((reference, { tag }, expected) =>
          handOver(reference, "release", { recipient: tag, keep_delegation: true }, expected)
        )
      })
    })
  )
}

const handedOver = (name: Domain["name"]): HandedOver => ({ name, success: true, detail: null })
