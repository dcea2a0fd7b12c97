/** Effect of a breach: the write is refused, warned about, or refused because the platform manages the RRset. */
export type ZoneRuleLevel = "error" | "warning" | "protected"

export interface ZoneRule {
  readonly level: ZoneRuleLevel
  /** Source of the rule; rules without an RFC are the platform's own. */
  readonly source: string
  /** The requirement on a zone, in words. */
  readonly requirement: string
}

const error = (source: string, requirement: string): ZoneRule => ({ level: "error", source, requirement })
const warning = (source: string, requirement: string): ZoneRule => ({ level: "warning", source, requirement })

/** Rules by slug, which is the `type` of their problems and warnings. */
export const zoneRules = {
  // Of the name of a new zone.
  reserved_name: error("RFC 6761", "A zone is below a public suffix and not at a reserved name"),

  // Of one entry of a request.
  invalid_name: error("RFC 1035, section 2.3.4", "Labels have 1 to 63 octets, names at most 255, in ASCII"),
  name_out_of_zone: error("RFC 1034, section 4.2", "Names are within the zone"),
  wildcard_position: error("RFC 4592, section 2.1.1", "A * is only allowed as the whole first label"),
  invalid_ttl: error("RFC 2181, section 8", "A TTL is a whole number of seconds from 30 to 604800"),
  invalid_rdata: error("the RFC of the type", "Record data is well-formed and defined"),
  unsupported_type: error("RFC 3597", "The type of a record is supported"),
  master_file_syntax: error("RFC 1035, section 5", "Entries of a master file have an owner, a type and data"),
  protected_rrset: {
    level: "protected",
    source: "REST specification, \"DNS zone, RRset, record\"",
    requirement:
      "SOA, NS at the apex, DNSKEY, DS, delegations of child zones and other RRsets of the platform are not written " +
      "by callers"
  },
  rrset_not_permitted: error("the platform", "A credential with restricted RRsets changes only these"),
  address_as_target: error("RFC 1035, section 3.3", "Targets are names, not addresses"),
  host_name_syntax: error("RFC 1123, section 2.1", "Targets of NS, MX and SRV have letters, digits and hyphens only"),
  caa_tag: error("RFC 8659, section 4.1", "Tags of CAA have letters and digits only"),
  svcb_duplicate_key: error("RFC 9460, section 2.2", "A service parameter occurs once"),
  svcb_mandatory_missing: error("RFC 9460, section 8", "Mandatory parameters are present"),
  svcb_no_default_alpn: error("RFC 9460, section 7.1.1", "no-default-alpn requires alpn"),
  svcb_alias_params: error("RFC 9460, section 2.4.2", "An alias (priority 0) has no parameters"),
  txt_too_long: error(
    "RFC 1035, section 3.2.1",
    "A TXT record has at most 65535 octets with the lengths of its strings"
  ),

  // Of one RRset.
  empty_rrset: error("RFC 2181, section 5", "An RRset has at least one record"),
  duplicate_record: error("RFC 2181, section 5", "A record occurs once in its RRset"),
  duplicate_rrset: error("RFC 2181, section 5", "A list of RRsets has each name and type once"),
  ttl_mismatch: error("RFC 2181, section 5.2", "The records of an RRset have one TTL"),
  too_many_records: error("the platform", "An RRset has at most 100 records"),
  rrset_too_large: error("RFC 1035, section 4.2.2", "An RRset fits into a message with its signature"),
  cname_multiple: error("RFC 2181, section 10.1", "A name has one CNAME"),
  dname_multiple: error("RFC 6672, section 2.4", "A name has one DNAME"),
  alias_multiple: error("the platform", "A name has one ALIAS"),
  svcb_alias_multiple: error("RFC 9460, section 2.4.2", "An RRset has one alias (priority 0)"),
  svcb_mixed_modes: warning("RFC 9460, section 2.4.1", "An RRset has an alias or services, not both"),
  null_mx_not_alone: error("RFC 7505, section 3", "A null MX is the only MX of its name"),
  multiple_spf: warning("RFC 7208, section 3.2", "A name has one SPF record"),
  multiple_dmarc: warning("RFC 7489, section 6.6.3", "A name has one DMARC record"),

  // Of one name.
  cname_at_apex: error("RFC 1034, section 3.6.2", "The apex has no CNAME"),
  cname_conflict: error("RFC 2181, section 10.1", "A CNAME is the only RRset of its name"),
  dname_conflict: error("RFC 6672, section 2.4", "A name with a DNAME has no CNAME"),
  alias_conflict: error("the platform", "A name with an ALIAS has no A, AAAA or CNAME"),
  delegation_conflict: error("RFC 6672, section 2.4", "A delegated name has no CNAME or DNAME"),
  wildcard_ns: error("RFC 4592, section 4.2", "A wildcard has no NS"),
  wildcard_dname: warning("RFC 6672, section 3.3", "A wildcard has no DNAME"),
  owner_name_syntax: warning("RFC 1123, section 2.1", "Owners of A, AAAA and MX are host names"),
  invalid_a_label: warning("RFC 5891, section 4.2", "Labels that begin with xn-- are valid A-labels"),

  // Of several names.
  dname_children: error("RFC 6672, section 2.4", "No records exist below a DNAME"),
  missing_glue: error("RFC 1034, section 4.2.1", "Nameservers at or below the delegation have addresses"),
  delegation_occluded: warning("RFC 1034, section 4.2.1", "Records at and below a delegation are glue"),
  cname_loop: error("RFC 1034, section 3.6.2", "CNAME, DNAME and ALIAS do not form a loop"),
  ns_target_cname: warning("RFC 2181, section 10.3", "Targets of NS have no CNAME"),
  mx_target_cname: warning("RFC 2181, section 10.3", "Targets of MX have no CNAME"),
  srv_target_cname: warning("RFC 2782", "Targets of SRV have no CNAME"),
  target_missing: warning("RFC 1912, section 2", "Targets within the zone exist"),
  missing_dmarc: warning("RFC 7489, section 6.6.3", "A name with an MX has a DMARC policy, or the apex has one"),
  too_many_rrsets: error("the platform", "A zone has at most 10000 RRsets"),
  zone_too_large: error("the platform", "The records of a zone have at most 8388608 characters")
} as const satisfies Record<string, ZoneRule>

export type ZoneRuleSlug = keyof typeof zoneRules

export const isZoneRuleSlug = (text: string): text is ZoneRuleSlug => Object.hasOwn(zoneRules, text)
