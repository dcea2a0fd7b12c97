import type { DnsName } from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import type { NameHolder } from "./NameHolders.ts"

/** Days for which a displaced zone can be read and exported. */
export const displacedDays = 30

/** Right to a name that displaced a zone: of the holder of its domain, or of an organization that has proven a zone. */
export type Displacement =
  | { readonly kind: "holder"; readonly holder: NameHolder }
  | { readonly kind: "proof"; readonly zone: Zone }

/** A name as events show it, without the final dot. */
export const hostname = (name: DnsName): string => name.replace(/\.$/, "")

/** Members of an event about a zone. The specification has no object type for zones; the prefix of the id shows it. */
export const zoneEvent = ({ dns_zone_id, name, organization_id }: Zone) => ({
  organization_id,
  object_type: "UNKNOWN" as const,
  object_id: dns_zone_id,
  object_name: hostname(name)
})
