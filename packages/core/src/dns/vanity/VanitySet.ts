import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { DomainName, Hostname, Instant, limits, OrganizationId, Text, TypeId } from "../../shared/index.ts"
import { absoluteName } from "../absoluteName.ts"
import * as DnsName from "../DnsName.ts"

export const VanitySetId = TypeId.schema("vns").pipe(Schema.brand("VanitySetId"))
export type VanitySetId = typeof VanitySetId.Type
export const newVanitySetId = TypeId.generator("vns", (text) => VanitySetId.make(text))

/** Source: REST specification, "States and transitions"; `VanitySetState.ts` has how they follow each other. */
export const VanitySetStatus = Schema.Literals(["provisioning", "active", "suspended", "failed", "deleting"])
  .annotate({ identifier: "VanityNameserverSetStatus" })
export type VanitySetStatus = typeof VanitySetStatus.Type

/** Renewal at the end of the paid term. */
export const VanityRenewalMode = Schema.Literals(["renew", "expire"]).annotate({ identifier: "VanityRenewalMode" })
export type VanityRenewalMode = typeof VanityRenewalMode.Type

/** A hostname of a set. The one with the lowest position is the MNAME of the SOA. */
export const VanityNameserver = Schema.Struct({ hostname: Hostname, position: Schema.Int })
  .annotate({ identifier: "VanityNameserver" })
export type VanityNameserver = typeof VanityNameserver.Type

const mailboxProblem = (text: string): string | undefined => {
  if (text.includes("@")) return "Write the mailbox as a name, hostmaster.example.com"
  const parsed = DnsName.parse(text)
  if (Result.isFailure(parsed)) return parsed.failure.message
  return DnsName.labels(parsed.success).length < 2 ? "The name of a mailbox has at least two labels" : undefined
}

/** The mailbox of an SOA as a name without the final dot, in lower case: `hostmaster.example.com` (RFC 1035, section 3.3.13). */
export const SoaMailbox = Schema.String.check(
  Schema.isMinLength(limits.vanitySetText.minimum),
  Schema.isMaxLength(limits.vanitySetText.maximum)
).pipe(Schema.decodeTo(
  Schema.String,
  SchemaTransformation.transformEffect<string, string>({
    decode: (text, options) => {
      const message = mailboxProblem(text)
      return message === undefined
        ? Effect.succeed(DnsName.lowerCase(absoluteName(text)).slice(0, -1))
        : Effect.fail(new SchemaIssue.InvalidValue({ message, issueType: "value_error" }, text, options))
    },
    encode: (name) => Effect.succeed(name)
  })
))

/** Nameservers under the names of a reseller. Source: REST specification, "DNS", vanity nameserver sets. */
export const VanitySet = Schema.Struct({
  set_id: VanitySetId,
  organization_id: OrganizationId,
  name: Schema.String,
  /** Name that the hostnames are below. */
  parent_domain_name: DomainName,
  /** Mailbox in the SOA of the zones. */
  soa_rname: Schema.String,
  status: VanitySetStatus,
  /** True if new zones of the organization get this set. */
  is_default: Schema.Boolean,
  /** By position. */
  nameservers: Schema.Array(VanityNameserver),
  renewal_mode: VanityRenewalMode,
  /** End of the paid term; null before the set was active. */
  expires_on: Schema.NullOr(Instant.Instant),
  /** Time of the next renewal attempt; null if none is scheduled. */
  renew_scheduled_at: Schema.NullOr(Instant.Instant),
  /** Time until which a suspended set can be restored; null in other states. */
  grace_period_ends_at: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "VanityNameserverSet" })
export type VanitySet = typeof VanitySet.Type

export const CreateVanitySet = Schema.Struct({
  name: Text.line(limits.vanitySetText),
  parent_domain_name: DomainName,
  soa_rname: SoaMailbox,
  /** Proper subdomains of the parent, in the order in which zones list them. */
  hostnames: Schema.Array(Hostname).check(
    Schema.isMinLength(limits.vanityHostnames.minimum),
    Schema.isMaxLength(limits.vanityHostnames.maximum)
  )
}).annotate({ identifier: "VanityNameserverSetCreate" })
export type CreateVanitySet = typeof CreateVanitySet.Type

export const ChangeVanitySet = Schema.Struct({ renewal_mode: VanityRenewalMode })
  .annotate({ identifier: "VanityNameserverSetRenewal" })
export type ChangeVanitySet = typeof ChangeVanitySet.Type

/** Set of a zone; null or absent for the platform's own nameservers. */
export const AssignVanitySet = Schema.Struct({
  vanity_nameserver_set_id: Schema.NullOr(VanitySetId).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
}).annotate({ identifier: "DnsZoneVanitySetUpdate" })
export type AssignVanitySet = typeof AssignVanitySet.Type
