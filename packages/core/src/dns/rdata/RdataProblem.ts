import type { NameProblem } from "../DnsName.ts"

/** Code of a problem with a record. */
export type RdataSlug =
  // Of the text: its tokens.
  | "quote"
  | "parenthesis"
  | "comment"
  | "line_break"
  | "escape"
  | "character"
  | "missing_field"
  | "extra_field"
  // Of one field.
  | NameProblem["slug"]
  | "integer"
  | "integer_range"
  | "mnemonic"
  | "ipv4"
  | "ipv6"
  | "hexadecimal"
  | "base64"
  | "string_too_long"
  | "time"
  | "loc"
  | "naptr_regexp"
  | "caa_tag"
  | "svcb_parameter"
  | "svcb_value"
  | "address_prefix"
  | "type_bitmap"
  | "unknown_form"
  | "signing_field"
  // Of the octets on the wire.
  | "too_short"
  | "too_long"
  | "rdata_length"
  // Of fields together.
  | "ds_digest_length"
  | "sshfp_fingerprint_length"
  | "svcb_duplicate_key"
  | "svcb_mandatory_missing"
  | "svcb_no_default_alpn"
  // Of records that the DNS allows and the platform refuses.
  | "address_as_target"
  | "host_name_syntax"
  | "unassigned_value"
  | "digest_length"
  | "dnskey_protocol"
  | "svcb_alias_params"
  | "uri_empty"

/**
 * A problem of a record. `at` is the offset in the text (in UTF-16 units) or in the octets; undefined if the problem
 * has no position.
 */
export interface RdataProblem {
  readonly slug: RdataSlug
  readonly field: string
  readonly at: number | undefined
  readonly message: string
}

/** Maximum number of reported problems of one record. */
export const maximumProblems = 100

/** Makes a problem of fields that are each valid. */
export const flaw = (slug: RdataSlug, field: string, message: string): RdataProblem => ({
  slug,
  field,
  at: undefined,
  message
})
