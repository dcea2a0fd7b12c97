import { Result, Schema } from "effect"
import { NetAddress } from "effect/net"
import { DomainName, type Hostname } from "../../shared/index.ts"
import type { LookedUp } from "./DelegationLookup.ts"
import { VanitySetId, VanitySetStatus } from "./VanitySet.ts"

const CheckStatus = Schema.Literals(["pass", "fail", "warn", "info"]).annotate({ identifier: "VanityCheckStatus" })
type CheckStatus = typeof CheckStatus.Type

/** One check of a set. Source: REST specification, "DNS", vanity nameserver sets. */
export const VanityCheck = Schema.Struct({
  id: Schema.Literals(["ns_a_records", "registry_glue_registered", "registry_glue_visible"]),
  label: Schema.String,
  status: CheckStatus,
  severity: Schema.Literals(["required", "recommended", "optional"]).annotate({ identifier: "VanityCheckSeverity" }),
  source: Schema.Literals(["public_dns", "authoritative_dns", "registry_epp"])
    .annotate({ identifier: "VanityCheckSource" }),
  confidence: Schema.Literals(["authoritative", "best_effort"]).annotate({ identifier: "VanityCheckConfidence" }),
  detail: Schema.String,
  /** Observed addresses of each hostname; the check of the addresses also contains the expected ones. */
  observed: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)),
  /** Instruction for the owner of the set. */
  remediation: Schema.NullOr(Schema.String)
}).annotate({ identifier: "VanityCheck" })
export type VanityCheck = typeof VanityCheck.Type

export const VanityCheckSummary = Schema.Struct({
  state: Schema.Literals(["ready", "propagating", "action_required", "degraded"])
    .annotate({ identifier: "VanityCheckState" }),
  detail: Schema.String
}).annotate({ identifier: "VanityCheckSummary" })
export type VanityCheckSummary = typeof VanityCheckSummary.Type

/** Result of all checks of a set. */
export const VanitySetReport = Schema.Struct({
  set_id: VanitySetId,
  parent_domain_name: DomainName,
  status: VanitySetStatus,
  summary: VanityCheckSummary,
  checks: Schema.Array(VanityCheck)
}).annotate({ identifier: "VanityNameserverSetCheck" })
export type VanitySetReport = typeof VanitySetReport.Type

export const CheckVanitySet = Schema.Struct({ set_id: VanitySetId }).annotate({
  identifier: "VanityNameserverSetCheckRequest"
})
export type CheckVanitySet = typeof CheckVanitySet.Type

/** Addresses of vanity nameservers, the same for every hostname. */
export interface Anycast {
  readonly ipv4: ReadonlyArray<string>
  readonly ipv6: ReadonlyArray<string>
}

/** Addresses of a hostname at the registry. */
export type Registered =
  | LookedUp
  /** The parent domain is not in the registry account. */
  | { readonly _tag: "Foreign" }
  /** The registry has no host objects and the domain is not delegated to the hostname. */
  | { readonly _tag: "NotKept" }

/** Observations about one hostname. */
export interface SeenHostname {
  readonly hostname: Hostname
  readonly published: LookedUp
  readonly registered: Registered
  readonly visible: LookedUp
}

/** Checks and summary of the observations. */
export const verdictOn = (
  anycast: Anycast,
  seen: ReadonlyArray<SeenHostname>
): Pick<VanitySetReport, "summary" | "checks"> => {
  const wanted = canonical([...anycast.ipv4, ...anycast.ipv6])
  const registered = registeredCheck(wanted, seen)
  const checks = [
    publishedCheck(anycast, wanted, seen),
    ...(registered === undefined ? [] : [registered]),
    visibleCheck(wanted, seen)
  ]
  return { summary: summaryOf(checks, seen.filter(isAtOdds).map(({ hostname }) => hostname)), checks }
}

/** True if every required check passes. */
export const isReady = ({ checks }: Pick<VanitySetReport, "checks">): boolean =>
  checks.every(({ severity, status }) => severity !== "required" || status === "pass")

/** Addresses without duplicates, in canonical form and order; invalid addresses are unchanged. */
export const canonical = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const spelled = addresses.map((text) =>
    Result.match(NetAddress.ipFromString(text), {
      onSuccess: (address) => NetAddress.formatIp(NetAddress.toCanonical(address)),
      onFailure: () => text
    })
  )
  return Array.from(new Set(spelled)).toSorted()
}

const equal = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) =>
  canonical(left).join(" ") === canonical(right).join(" ")

const isAnswered = (looked: Registered): looked is Extract<LookedUp, { readonly _tag: "Answered" }> =>
  looked._tag === "Answered"

/** True if the visible glue differs from the addresses at the registry. */
const isAtOdds = ({ registered, visible }: SeenHostname): boolean =>
  isAnswered(registered) && isAnswered(visible) && visible.addresses.length > 0
  && !equal(registered.addresses, visible.addresses)

/** Problem of the observed addresses of a hostname; undefined if they are as expected. */
const problemOf = (wanted: ReadonlyArray<string>, hostname: string, looked: Registered): string | undefined => {
  if (looked._tag === "Unanswered") return `${hostname} could not be looked up: ${looked.reason}`
  if (!isAnswered(looked)) return undefined
  if (looked.addresses.length === 0) return `${hostname} has no addresses`
  return equal(looked.addresses, wanted)
    ? undefined
    : `${hostname} has ${canonical(looked.addresses).join(", ")} instead of ${wanted.join(", ")}`
}

const problemsOf = (
  wanted: ReadonlyArray<string>,
  seen: ReadonlyArray<SeenHostname>,
  of: (one: SeenHostname) => Registered
): ReadonlyArray<string> => seen.flatMap((one) => problemOf(wanted, one.hostname, of(one)) ?? [])

/** Observations by hostname. */
const observedOf = (seen: ReadonlyArray<SeenHostname>, of: (one: SeenHostname) => Registered) => ({
  hostnames: seen.map((one) => {
    const looked = of(one)
    return { hostname: one.hostname, addresses: isAnswered(looked) ? canonical(looked.addresses) : null }
  })
})

const sentence = (problems: ReadonlyArray<string>, otherwise: string) =>
  problems.length === 0 ? otherwise : problems.join("; ")

const publishedCheck = (
  { ipv4, ipv6 }: Anycast,
  wanted: ReadonlyArray<string>,
  seen: ReadonlyArray<SeenHostname>
): VanityCheck => {
  const problems = problemsOf(wanted, seen, ({ published }) => published)
  return {
    id: "ns_a_records",
    label: "Addresses of the nameservers",
    status: problems.length === 0 ? "pass" : "fail",
    severity: "required",
    source: "public_dns",
    confidence: "best_effort",
    detail: sentence(problems, "Every hostname leads to the nameservers of the platform"),
    observed: {
      required_records: { A: ipv4, AAAA: ipv6 },
      ...observedOf(seen, ({ published }) => published)
    },
    remediation: problems.length === 0
      ? null
      : `Publish ${
        wanted.join(", ")
      } as the only A and AAAA records of each hostname; resolvers may go on with older ones until their TTL is over`
  }
}

/** Check of the addresses at the registry, for a parent domain in the registry account only. */
const registeredCheck = (wanted: ReadonlyArray<string>, seen: ReadonlyArray<SeenHostname>): VanityCheck | undefined => {
  const ours = seen.filter(({ registered }) => registered._tag !== "Foreign")
  if (ours.length === 0) return undefined
  const problems = problemsOf(wanted, ours, ({ registered }) => registered)
  const isKept = ours.some(({ registered }) => registered._tag !== "NotKept")
  const status: CheckStatus = problems.length > 0 ? "warn" : isKept ? "pass" : "info"
  return {
    id: "registry_glue_registered",
    label: "Glue at the registry",
    status,
    severity: "recommended",
    source: "registry_epp",
    confidence: "authoritative",
    detail: sentence(
      problems,
      isKept
        ? "The registry has the addresses of every hostname"
        : "The registry keeps addresses with the domains that are delegated to them, and has none of these"
    ),
    observed: observedOf(ours, ({ registered }) => registered),
    remediation: status === "warn" ? "Create host objects with these addresses below the parent domain" : null
  }
}

const visibleCheck = (wanted: ReadonlyArray<string>, seen: ReadonlyArray<SeenHostname>): VanityCheck => {
  const problems = problemsOf(wanted, seen, ({ visible }) => visible)
  const isSure = seen.every(({ visible }) => isAnswered(visible))
  return {
    id: "registry_glue_visible",
    label: "Glue in the zone above",
    status: problems.length === 0 ? "pass" : "warn",
    severity: "recommended",
    source: "authoritative_dns",
    confidence: isSure ? "authoritative" : "best_effort",
    detail: sentence(problems, "The nameservers above the parent domain return the addresses of every hostname"),
    observed: observedOf(seen, ({ visible }) => visible),
    remediation: problems.length === 0
      ? null
      : "Glue is handed out once the registry has the addresses and a domain is delegated to the hostnames"
  }
}

/** Source: REST specification, "DNS", vanity nameserver sets. */
const summaryOf = (checks: ReadonlyArray<VanityCheck>, atOdds: ReadonlyArray<string>): VanityCheckSummary => {
  const failed = checks.find(({ severity, status }) => severity === "required" && status === "fail")
  if (failed !== undefined) return { state: "action_required", detail: failed.detail }
  if (atOdds.length > 0) {
    const detail = `The zone above returns other addresses of ${atOdds.join(", ")} than the registry has`
    return { state: "degraded", detail }
  }
  const warnings = checks.filter(({ status }) => status === "warn")
  return warnings.length > 0 && warnings.every(({ id }) => id === "registry_glue_visible")
    ? { state: "propagating", detail: "The hostnames are set up; the zone above does not return their addresses yet" }
    : { state: "ready", detail: "The hostnames are set up" }
}
