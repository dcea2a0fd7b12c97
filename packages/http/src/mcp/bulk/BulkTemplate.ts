import { zoneCommandPayloads } from "@namewright/core/dns"
import { domainCommandPayloads, updateInputIssues } from "@namewright/core/domains"
import { decodeInput, type InputIssue, inputIssue, inputIssues } from "@namewright/core/shared"
import { Result, type Schema } from "effect"
import type { Json } from "../Tool.ts"

/** The member of an instance that says which domain, zone or host it is about. */
export type InstanceKey = "domain_id" | "name" | "zone_name" | "hostname"

/** One change that can be made to many domains at once. Source: MCP specification, "Bulk template types". */
export interface BulkTemplate {
  /** Also the name of the command that the batch has. */
  readonly templateType: string
  readonly key: InstanceKey
  /** What a template may say. */
  readonly members: ReadonlyArray<string>
  /** One of these has to be said; none where an empty template makes sense. */
  readonly needsOneOf: ReadonlyArray<string>
  /** Whether the members of the template are shown with every instance. */
  readonly copied: boolean
  /** What is worth knowing where the domains are those of a suborganization. */
  readonly inSuborganization: string | undefined
  /** Everything that is wrong with a template; places begin with `template`. */
  readonly issues: (template: Json) => ReadonlyArray<InputIssue>
}

interface Definition<F extends Schema.Struct.Fields> extends Pick<BulkTemplate, "templateType" | "key"> {
  readonly payload: {
    readonly fields: { readonly template: Schema.optionalKey<Schema.NullOr<Schema.Struct<F>>> }
  }
  readonly needsOneOf?: ReadonlyArray<keyof F & string>
  readonly copied?: boolean
  readonly inSuborganization?: string
  /** What no schema says; places begin with `body`. */
  readonly rules?: (template: Schema.Struct<F>["Type"]) => ReadonlyArray<InputIssue>
}

const template = <F extends Schema.Struct.Fields>(
  { copied = false, inSuborganization, key, needsOneOf = [], payload, rules = () => [], templateType }: Definition<F>
): BulkTemplate => {
  const [schema] = payload.fields.template.schema.members
  const members = Object.keys(schema.fields)
  const decode = decodeInput(schema as unknown as Schema.Codec<Schema.Struct<F>["Type"], unknown>)
  return {
    templateType,
    key,
    members,
    needsOneOf,
    copied,
    inSuborganization,
    issues: (given) => {
      const decoded = decode(given)
      const wrong = Result.isFailure(decoded) ? inputIssues(decoded.failure.issue, "body") : rules(decoded.success)
      return [
        ...unknownMembers(given, members, templateType),
        ...silent(given, needsOneOf),
        ...wrong.map((issue) => ({ ...issue, loc: ["template", ...issue.loc.slice(1)] }))
      ]
    }
  }
}

/** A member that is misspelt would be passed over by the command, and the change would not be the one that was meant. */
const unknownMembers = (given: Json, members: ReadonlyArray<string>, templateType: string) =>
  Object.keys(given).filter((name) => !members.includes(name)).map((name) =>
    inputIssue(["template", name], "extra_forbidden", `${templateType} takes ${members.join(", ")}`, given[name])
  )

const silent = (given: Json, needed: ReadonlyArray<string>) =>
  needed.length === 0 || needed.some((name) => given[name] !== undefined && given[name] !== null)
    ? []
    : [inputIssue(["template"], "missing", `Say at least one of ${needed.join(", ")}`, given)]

const { domain_update_bulk } = domainCommandPayloads
const { dns_zone_create_bulk, dns_zone_patch_rrsets_bulk, dns_zone_update_bulk } = zoneCommandPayloads

/** Every template, in the order of the specification. */
export const bulkTemplates = [
  template({
    templateType: "domain_update_bulk",
    key: "domain_id",
    payload: domain_update_bulk,
    rules: updateInputIssues
  }),
  template({
    templateType: "dns_zone_create_bulk",
    key: "name",
    payload: dns_zone_create_bulk,
    inSuborganization: "The zones will belong to your own organization, not to the suborganization."
  }),
  template({
    templateType: "dns_zone_update_bulk",
    key: "name",
    payload: dns_zone_update_bulk,
    needsOneOf: ["rrsets", "dnssec_status"]
  }),
  template({
    templateType: "dns_zone_patch_rrsets_bulk",
    key: "zone_name",
    payload: dns_zone_patch_rrsets_bulk,
    needsOneOf: ["ops"],
    copied: true
  })
]

/** The template of this type; undefined where there is none. */
export const bulkTemplate = (templateType: string): BulkTemplate | undefined =>
  bulkTemplates.find((one) => one.templateType === templateType)
