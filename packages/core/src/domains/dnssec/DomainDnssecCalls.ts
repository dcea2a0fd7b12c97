import { Effect, Schema } from "effect"
import {
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  repeatableWrite,
  type RepeatableWriteOptions
} from "../../shared/index.ts"
import { DomainReference } from "../Domain.ts"
import { DomainDnssecData, ReplaceDnssecData } from "../DomainDnssecData.ts"
import { DomainDnssec } from "./DomainDnssec.ts"
import { DomainSigning } from "./DomainSigning.ts"

export interface DomainDnssecJson extends JsonOf<typeof DomainDnssecData> {}
export type ReplaceDnssecInput = InputOf<typeof ReplaceDnssecData>

/** DNSSEC of domains at the registry. */
export interface DomainDnssecCalls {
  /**
   * Returns the DS records and keys that the registry has of a domain.
   *
   * Rights: `domains:read`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND
   *
   * @example
   * const records = await caller.domains.dnssec("example.com")
   */
  readonly dnssec: (domain_reference: string, options?: CallOptions) => Promise<ReadonlyArray<DomainDnssecJson>>
  /**
   * Replaces the DS records or keys at the registry. An empty list removes all of them.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED, ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY,
   *   ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY,
   *   ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.replaceDnssec("example.com", [
   *   { record_type: "ds_data", key_tag: 12345, algorithm: 13, digest_type: 2, digest }
   * ])
   */
  readonly replaceDnssec: (
    domain_reference: string,
    records: ReplaceDnssecInput,
    options?: RepeatableWriteOptions
  ) => Promise<ReadonlyArray<DomainDnssecJson>>
  /**
   * Removes all DS records and keys from the registry.
   *
   * Rights: `domains:delete`.
   *
   * @throws ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED, ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY,
   *   ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY,
   *   ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.removeDnssec("example.com")
   */
  readonly removeDnssec: (domain_reference: string, options?: RepeatableWriteOptions) => Promise<void>
  /**
   * Signs the domain's zone and publishes its DS records. The result is empty if the publication takes longer.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DNS, ERROR_DOMAIN_DNSSEC_DIGEST_POLICY, ERROR_DOMAIN_DNSSEC_ENABLE_SUPERSEDED,
   *   ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED, ERROR_DOMAIN_DNSSEC_ZONE_RECORDS_UNAVAILABLE, ERROR_DOMAIN_NOT_FOUND,
   *   ERROR_DOMAIN_READ_ONLY, ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY,
   *   ERROR_REGISTRY_UNAVAILABLE, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * const records = await caller.domains.enableDnssec("example.com")
   */
  readonly enableDnssec: (
    domain_reference: string,
    options?: RepeatableWriteOptions
  ) => Promise<ReadonlyArray<DomainDnssecJson>>
  /**
   * Removes all keys from the registry and ends the signing of the domain's zone.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED, ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY,
   *   ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE,
   *   ERROR_REQUEST_IN_PROGRESS, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * await caller.domains.disableDnssec("example.com")
   */
  readonly disableDnssec: (domain_reference: string, options?: RepeatableWriteOptions) => Promise<void>
}

const byReference = inPath("domain_reference", DomainReference)
const Records = Schema.Array(DomainDnssecData)

export const domainDnssecCalls = {
  dnssec: call([byReference], Records, (reference) => DomainDnssec.use((dnssec) => dnssec.list(reference))),
  replaceDnssec: repeatableWrite(
    [byReference, inBody(ReplaceDnssecData)],
    Records,
    (ifMatch, reference, records) => DomainDnssec.use((dnssec) => dnssec.replace(reference, records, ifMatch))
  ),
  removeDnssec: repeatableWrite(
    [byReference],
    Schema.Void,
    (ifMatch, reference) => DomainDnssec.use((dnssec) => dnssec.remove(reference, ifMatch))
  ),
  enableDnssec: repeatableWrite(
    [byReference],
    Records,
    (ifMatch, reference) =>
      Effect.map(
        DomainSigning.use((signing) => signing.enable(reference, ifMatch)),
        ({ data, deferred }) => deferred ? [] : data
      )
  ),
  disableDnssec: repeatableWrite(
    [byReference],
    Schema.Void,
    (ifMatch, reference) => DomainSigning.use((signing) => signing.disable(reference, ifMatch))
  )
} satisfies CallsFor<DomainDnssecCalls>
