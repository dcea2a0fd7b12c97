import type { DnsSettings } from "../../shared/index.ts"
import { absoluteName } from "../absoluteName.ts"
import type { DnsName } from "../DnsName.ts"
import { challengeName, challengeValue } from "./OwnershipChallenges.ts"
import type { ClaimedName } from "./OwnershipProof.ts"

/** Names and addresses that decide whether an organization owns a zone. Hostnames are absolute and in lower case. */
export interface OwnershipQuestion {
  readonly zone: DnsName
  /** Owner name and value of the TXT record that proves ownership. */
  readonly challenge: { readonly name: DnsName; readonly value: string }
  /** Nameserver names generated for the organization, each below one of the common names. */
  readonly own_nameservers: ReadonlyArray<DnsName>
  /** Hostnames of the organization's vanity sets that no other organization can have. */
  readonly vanity_nameservers: ReadonlyArray<DnsName>
  /** Nameserver names that all organizations of the installation share. */
  readonly common_nameservers: ReadonlyArray<DnsName>
  /** Addresses of the platform's nameservers, in addition to the addresses of the common names. */
  readonly addresses: ReadonlyArray<string>
}

/** Delegation of the zone according to one nameserver of the parent zone. */
export interface ParentAnswer {
  readonly server: DnsName
  /** The NS RRset in canonical order; empty if the parent zone does not delegate the name. */
  readonly nameservers: ReadonlyArray<DnsName>
  /** False if the server has the zone itself as well, and answers from there. */
  readonly is_referral: boolean
}

/** TXT records at the challenge name according to one nameserver of the zone. */
export interface ChallengeAnswer {
  readonly server: DnsName
  /** Joined strings of each record. */
  readonly values: ReadonlyArray<string>
}

/** A nameserver without a usable answer, and the reason in words. */
export interface SilentServer {
  readonly server: DnsName
  readonly reason: string
}

/** Answers of the public DNS about the ownership of a zone. */
export interface OwnershipAnswers {
  /** The zone that delegates the name, or would. */
  readonly parent: DnsName
  readonly delegations: ReadonlyArray<ParentAnswer>
  readonly silent_parents: ReadonlyArray<SilentServer>
  /** Nameservers of the delegation that belong to the platform by name or address. */
  readonly platform_nameservers: ReadonlyArray<DnsName>
  /** One answer for each nameserver of the delegation outside of the platform that answered. */
  readonly challenges: ReadonlyArray<ChallengeAnswer>
  readonly silent_children: ReadonlyArray<SilentServer>
}

/** The question that a claim asks, in an installation with these nameservers. */
export const questionOf = (
  { own_nameservers, token, vanity_nameservers, zone_name }: ClaimedName,
  { anycast, nameservers }: DnsSettings
): OwnershipQuestion => ({
  zone: zone_name,
  challenge: { name: challengeName(zone_name), value: challengeValue(token) },
  own_nameservers: own_nameservers,
  vanity_nameservers: vanity_nameservers.map(absoluteName),
  common_nameservers: nameservers.map(absoluteName),
  addresses: [...anycast.ipv4, ...anycast.ipv6]
})
