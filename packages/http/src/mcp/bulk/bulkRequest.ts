import type { BulkTemplate } from "@namewright/core/jobs"
import { type InputIssue, inputIssue } from "@namewright/core/shared"
import { Effect, Result, Schema } from "effect"
import { type Json, ToolRefusal } from "../Tool.ts"
import type { HostnamePrefix } from "./bulkInstance.ts"
import { bulkTemplate, bulkTemplates } from "./bulkTemplates.ts"
import { noDomains } from "./resolveSelector.ts"
import { readSelector, type Selector } from "./Selector.ts"

const { optionalKey } = Schema

const standardSample = 10
const maximumSample = 100

const membersInWords = Array.from(
  Map.groupBy(bulkTemplates, ({ members }) => members.join(", ")),
  ([members, alike]) => `${alike.map(({ templateType }) => templateType).join(", ")}: ${members}`
).join("; ")

/** Arguments of the tools for bulk changes. Source: MCP specification, "Tools". */
export const bulkInput = {
  templateType: Schema.Literals(bulkTemplates.map(({ templateType }) => templateType)),
  template: Schema.Record(Schema.String, Schema.Unknown),
  selector: Schema.Record(Schema.String, Schema.Unknown),
  sampleSize: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maximumSample }))),
  hostnamePrefix: optionalKey(Schema.String)
}

/** Arguments with descriptions for agents, which the list of tools contains once. */
export const describedInput = {
  ...bulkInput,
  template: bulkInput.template.annotate({ description: `What every domain gets; may be {}. ${membersInWords}` }),
  selector: bulkInput.selector.annotate({ description: "Filters of portfolio_query; {} is the entire portfolio" }),
  sampleSize: bulkInput.sampleSize.annotate({ description: `Domains shown. Default ${standardSample}` }),
  hostnamePrefix: bulkInput.hostnamePrefix.annotate({
    description: "*. or empty; only for templates addressed by hostname"
  })
}

const Input = Schema.Struct(bulkInput)
export type BulkInput = typeof Input.Type

/** Validated arguments of a bulk change. */
export interface BulkRequest {
  readonly template: BulkTemplate
  /** Members of the template, undecoded. */
  readonly members: Json
  readonly selector: Selector
  /** Selector, undecoded. */
  readonly filters: Json
  readonly sampleSize: number
  readonly prefix: HostnamePrefix
}

/** Validates the arguments of a bulk change. A refusal names all issues. */
export const bulkRequest = (
  { hostnamePrefix = "", sampleSize = standardSample, selector: filters, template: members, templateType }: BulkInput
): Effect.Effect<BulkRequest, ToolRefusal> =>
  Effect.suspend(() => {
    const template = bulkTemplate(templateType)
    if (template === undefined) return Effect.die(new Error(`No template ${templateType}`))
    const ofTemplate = template.issues(members)
    const prefix = readPrefix(template, hostnamePrefix)
    const selector = readSelector(filters)
    if (ofTemplate.length === 0 && Result.isSuccess(prefix) && Result.isSuccess(selector)) {
      return Effect.succeed({
        template,
        members,
        selector: selector.success,
        filters,
        sampleSize,
        prefix: prefix.success
      })
    }
    const { issues: ofSelector, labels } = Result.isFailure(selector) ? selector.failure : { issues: [], labels: [] }
    const issues = [...ofTemplate, ...(Result.isFailure(prefix) ? [prefix.failure] : []), ...ofSelector]
    return Effect.fail(
      issues.length === 0 ? noDomains(labels) : new ToolRefusal({ message: issueText(templateType, issues) })
    )
  })

const readPrefix = (
  { key, templateType }: BulkTemplate,
  prefix: string
): Result.Result<HostnamePrefix, InputIssue> => {
  if (prefix === "" || (prefix === "*." && key === "hostname")) return Result.succeed(prefix)
  const msg = key === "hostname"
    ? "Expected *. for wildcards, or nothing"
    : `${templateType} has no prefix: its instances are addressed by ${key}, not by hostname`
  return Result.fail(inputIssue(["hostnamePrefix"], "value_error", msg, prefix))
}

/** Maximum issues in a refusal; an agent reads all of them. */
const maximumIssues = 50

const issueText = (templateType: string, issues: ReadonlyArray<InputIssue>): string => {
  const named = issues.slice(0, maximumIssues).map(({ loc, msg }) => `${loc.join(".")}: ${msg}.`)
  const more = issues.length - named.length
  return [
    `${templateType} does not match these arguments.`,
    ...named,
    ...(more > 0 ? [`And ${more} more problems.`] : [])
  ].join(" ")
}
