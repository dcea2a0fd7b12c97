import {
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  repeatableWrite,
  type RepeatableWriteOptions
} from "../../shared/index.ts"
import { DomainReference } from "../Domain.ts"
import { HandedOver, ReleaseDomain, RequestedAuthCode, TransitDomain, WithdrawDomain } from "./HandOver.ts"
import { HandOvers } from "./HandOvers.ts"

export interface RequestedAuthCodeJson extends JsonOf<typeof RequestedAuthCode> {}
export interface HandedOverJson extends JsonOf<typeof HandedOver> {}
export interface WithdrawDomainInput extends InputOf<typeof WithdrawDomain> {}
export interface TransitDomainInput extends InputOf<typeof TransitDomain> {}
export interface ReleaseDomainInput extends InputOf<typeof ReleaseDomain> {}

/** What a domain needs to leave the account at registries with more than transfer requests. */
export interface HandOverCalls {
  /**
   * Has the registry replace the auth code. Some registries return the new code, others send it to the holder. The code is
   * null for a caller without `domain_auth_codes:read`.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_DOMAIN_TRANSFER, ERROR_PRECONDITION_FAILED,
   *   ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * const { auth_code } = await caller.domains.requestAuthCode("example.eu")
   */
  readonly requestAuthCode: (
    domain_reference: string,
    options?: RepeatableWriteOptions
  ) => Promise<RequestedAuthCodeJson>
  /**
   * Returns an `.at` domain to its registry. It leaves the account.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED,
   *   ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.withdraw("example.at", { zone_delete: true })
   */
  readonly withdraw: (
    domain_reference: string,
    request: WithdrawDomainInput,
    options?: RepeatableWriteOptions
  ) => Promise<HandedOverJson>
  /**
   * Returns a `.de` domain to its registry, which contacts the holder. It leaves the account.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED,
   *   ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.transit("example.de", { disconnect: false })
   */
  readonly transit: (
    domain_reference: string,
    request: TransitDomainInput,
    options?: RepeatableWriteOptions
  ) => Promise<HandedOverJson>
  /**
   * Releases a `.uk` domain to another registrar. It leaves the account.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED,
   *   ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.release("example.uk", { tag: "RIVAL" })
   */
  readonly release: (
    domain_reference: string,
    request: ReleaseDomainInput,
    options?: RepeatableWriteOptions
  ) => Promise<HandedOverJson>
}

const byReference = inPath("domain_reference", DomainReference)

export const handOverCalls = {
  requestAuthCode: repeatableWrite(
    [byReference],
    RequestedAuthCode,
    (ifMatch, reference) => HandOvers.use((handOvers) => handOvers.requestAuthCode(reference, undefined, ifMatch))
  ),
  withdraw: repeatableWrite(
    [byReference, inBody(WithdrawDomain)],
    HandedOver,
    (ifMatch, reference, request) => HandOvers.use((handOvers) => handOvers.withdraw(reference, request, ifMatch))
  ),
  transit: repeatableWrite(
    [byReference, inBody(TransitDomain)],
    HandedOver,
    (ifMatch, reference, request) => HandOvers.use((handOvers) => handOvers.transit(reference, request, ifMatch))
  ),
  release: repeatableWrite(
    [byReference, inBody(ReleaseDomain)],
    HandedOver,
    (ifMatch, reference, request) => HandOvers.use((handOvers) => handOvers.release(reference, request, ifMatch))
  )
} satisfies CallsFor<HandOverCalls>
