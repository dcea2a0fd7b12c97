import { Result, Schema } from "effect"
import { type InputIssue, inputIssue, inputIssues } from "../shared/index.ts"

type Members = Readonly<Record<string, unknown>>

/** Name of the member of an instance that identifies its domain, zone or host. */
export type InstanceKey = "domain_id" | "name" | "zone_name" | "hostname"

/** Template of a bulk command that agents can apply to many domains. Source: MCP specification, "Bulk template types". */
export interface BulkTemplate {
  /** The name of the command. */
  readonly templateType: string
  readonly key: InstanceKey
  /** Members that a template can have. */
  readonly members: ReadonlyArray<string>
  /** At least one of these is required; empty if a template may be empty. */
  readonly needsOneOf: ReadonlyArray<string>
  /** True if each instance is shown with the members of the template. */
  readonly copied: boolean
  /** Note for domains of a suborganization. */
  readonly inSuborganization: string | undefined
  /** All problems of a template; locations begin with `template`. */
  readonly issues: (template: Members) => ReadonlyArray<InputIssue>
}

/** Bulk template that a slice declares for agents. */
export interface BulkTemplateOffer<F extends Schema.Struct.Fields> {
  readonly key: InstanceKey
  readonly needsOneOf?: ReadonlyArray<keyof F & string>
  readonly copied?: boolean
  readonly inSuborganization?: string
  /** Rules that the schema does not contain; locations begin with `body`. */
  readonly rules?: (template: Schema.Struct<F>["Type"]) => ReadonlyArray<InputIssue>
}

export const bulkTemplate = <F extends Schema.Struct.Fields>(
  templateType: string,
  schema: Schema.Struct<F>,
  { copied = false, inSuborganization, key, needsOneOf = [], rules = () => [] }: BulkTemplateOffer<F>
): BulkTemplate => {
  const members = Object.keys(schema.fields)
  const decode = Schema.decodeUnknownResult(schema as unknown as Schema.Codec<Schema.Struct<F>["Type"], unknown>)
  return {
    templateType,
    key,
    members,
    needsOneOf,
    copied,
    inSuborganization,
    issues: (template) => {
      const decoded = decode(template, { errors: "all", reportInput: true })
      const wrong = Result.isFailure(decoded) ? inputIssues(decoded.failure.issue, "body") : rules(decoded.success)
      return [
        ...unknownMembers(template, members, templateType),
        ...missingMembers(template, needsOneOf),
        ...wrong.map((issue) => ({ ...issue, loc: ["template", ...issue.loc.slice(1)] }))
      ]
    }
  }
}

/** Refuses unknown members: the command would ignore a misspelt member and make a different change than intended. */
const unknownMembers = (template: Members, members: ReadonlyArray<string>, templateType: string) =>
  Object.keys(template).filter((name) => !members.includes(name)).map((name) =>
    inputIssue(["template", name], "extra_forbidden", `${templateType} takes ${members.join(", ")}`, template[name])
  )

const missingMembers = (template: Members, needed: ReadonlyArray<string>) =>
  needed.length === 0 || needed.some((name) => template[name] !== undefined && template[name] !== null)
    ? []
    : [inputIssue(["template"], "missing", `Say at least one of ${needed.join(", ")}`, template)]
