import type { NameProblem } from "../DnsName.ts"

/** What is wrong with a record, as a word for programs. */
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
  // Of records that the DNS would carry and the platform refuses.
  | "address_as_target"
  | "host_name_syntax"
  | "unassigned_value"
  | "digest_length"
  | "dnskey_protocol"
  | "svcb_alias_params"
  | "uri_empty"

/**
 * One problem of a record. `at` is the offset in the text (in UTF-16 units) or in the octets, and undefined where the
 * problem is in no one place.
 */
export interface RdataProblem {
  readonly slug: RdataSlug
  readonly field: string
  readonly at: number | undefined
  readonly message: string
}

/** More problems of one record help nobody. */
export const maximumProblems = 100

/** A problem of fields that are each well-formed. */
export const flaw = (slug: RdataSlug, field: string, message: string): RdataProblem => ({
  slug,
  field,
  at: undefined,
  message
})
