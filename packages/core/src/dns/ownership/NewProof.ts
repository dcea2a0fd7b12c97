import { Instant } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import type { ActsFor } from "./ServedZones.ts"

/** A zone that was just proven. It displaces zones of other organizations at and below its name. */
export interface NewProof {
  readonly zone: Zone
  readonly proven_on: Instant.Instant
}

/** Zone that a new proof may displace. */
type Candidate = Pick<Zone, "name" | "organization_id" | "proof" | "checked_on"> & { readonly is_consented: boolean }

/**
 * The new proof that displaces a zone, if any. A consent protects a zone from proofs above it, and from other consents to
 * its own name. Zones far down a tree are reviewed some time after the proof: one that was proven since then remains.
 */
export const prevailingProof = (
  { checked_on, is_consented, name, organization_id, proof }: Candidate,
  proofs: ReadonlyArray<NewProof>,
  actsFor: ActsFor
): NewProof | undefined =>
  proofs.find(({ proven_on, zone }) =>
    DnsName.isWithin(name, zone.name) && !actsFor(organization_id, zone.organization_id) &&
    !(is_consented && (name !== zone.name || zone.proof === "consent")) &&
    !(proof !== null && checked_on !== null && !Instant.hasPassed(checked_on, proven_on))
  )
