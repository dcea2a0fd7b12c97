export * as DnsName from "./DnsName.ts"
export * from "./dnssec/index.ts"
export * from "./OwnerName.ts"
export * from "./publication/Nameservers.ts"
export * from "./publication/PublishedZone.ts"
export * from "./publication/PublishedZones.ts"
export * from "./publication/ZoneKeyring.ts"
export * from "./publication/ZonePublications.ts"
export * from "./rdata/index.ts"
export * from "./RecordType.ts"
export * from "./Rrset.ts"
export * from "./RrsetWrite.ts"
export * from "./vanity/VanitySet.ts"
export * from "./vanity/VanitySetError.ts"
export {
  allows,
  begun,
  type StoredVanitySet,
  type VanitySetStep,
  vanitySetTransitions
} from "./vanity/VanitySetState.ts"
export * from "./vanity/VanitySetStore.ts"
export * from "./Zone.ts"
export * from "./ZoneBranding.ts"
export * from "./ZoneChange.ts"
export * from "./ZoneChanges.ts"
export * from "./ZoneError.ts"
export * from "./ZoneFilter.ts"
export * from "./ZoneRequest.ts"
export * from "./Zones.ts"
export * from "./ZoneStore.ts"
export * from "./ZoneView.ts"
