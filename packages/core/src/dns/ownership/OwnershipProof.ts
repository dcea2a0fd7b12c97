import { Context, Effect, Layer } from "effect"
import type { Hostname, OrganizationId } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { OwnershipEvidence, OwnershipGap } from "./Ownership.ts"

/** A name that an organization claims. */
export interface ClaimedName {
  readonly zone_name: DnsName
  readonly organization_id: OrganizationId
  /** Token of the challenge; its TXT record has the value `namewright-claim=<token>`. */
  readonly token: string
  /** Hostnames of the organization's vanity sets that no other organization can have. */
  readonly vanity_nameservers: ReadonlyArray<Hostname>
  /** Nameserver names that were generated for the organization. */
  readonly own_nameservers: ReadonlyArray<DnsName>
}

/** Result of a check of the public DNS. `Unknown`: the nameservers could not be queried; it changes nothing. */
export type OwnershipFinding =
  | { readonly _tag: "Proven"; readonly proof: OwnershipEvidence }
  /** `delegated_elsewhere` among the gaps ends the service of a zone whose organization once held the domain. */
  | { readonly _tag: "Unproven"; readonly missing: ReadonlyArray<OwnershipGap> }
  | { readonly _tag: "Unknown"; readonly reason: string }

export const unknown = (reason: string): OwnershipFinding => ({ _tag: "Unknown", reason })

/** Port: checks the public DNS for evidence that a name belongs to an organization. Takes some seconds at most. */
export class OwnershipProof extends Context.Service<OwnershipProof, {
  readonly check: (claim: ClaimedName) => Effect.Effect<OwnershipFinding>
}>()("@namewright/core/dns/ownership/OwnershipProof") {
  /** The public DNS is never queried. */
  static readonly layerNone = Layer.succeed(OwnershipProof, {
    check: () => Effect.succeed(unknown("This installation does not ask the public DNS"))
  })
}
