import type { BulkTemplate } from "@namewright/core/jobs"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { bulkInstance } from "../bulk/bulkInstance.ts"
import { type BulkRequest, bulkRequest, describedInput } from "../bulk/bulkRequest.ts"
import { refuseCount, type SelectedDomain } from "../bulk/resolveSelector.ts"
import { listing, selectedDomains } from "../bulk/selectedDomains.ts"
import { suborganizationOf } from "../bulk/Selector.ts"
import { envelope, envelopeFields } from "../Envelope.ts"
import { resultBudget, withinBudget } from "../resultBudget.ts"
import { answer, tool } from "../Tool.ts"

const { optionalKey } = Schema

const AnyObject = Schema.Record(Schema.String, Schema.Unknown)

/** `bulk_preview`: effect of a bulk change; changes nothing. Source: MCP specification, "Tools". */
export const bulkPreview = Effect.gen(function*() {
  const readPage = yield* selectedDomains
  return tool({
    name: "bulk_preview",
    title: "Preview a bulk change",
    description: "Shows how many domains a bulk change would affect, and some of them. Submits nothing.",
    input: Schema.Struct(describedInput),
    output: Schema.Struct({
      ...envelopeFields,
      templateType: optionalKey(Schema.String),
      command: optionalKey(Schema.String),
      matchedDomains: optionalKey(Schema.Int),
      template: optionalKey(Schema.NullOr(AnyObject)),
      sampleDomains: optionalKey(Schema.Array(AnyObject)),
      sampleInstances: optionalKey(Schema.Array(AnyObject)),
      note: optionalKey(Schema.String)
    }),
    run: Effect.fnUntraced(
      function*(input) {
        const request = yield* bulkRequest(input)
        const { items, total } = yield* readPage(request.selector, 1, request.sampleSize)
        yield* refuseCount(total)
        const isOfOthers = suborganizationOf(request.selector, yield* CurrentActor) !== null
        return answer(dryRun(request, items, total, isOfOthers))
      },
      Effect.catchTag("ListRefusal", ({ answered }) => Effect.succeed(envelope(listing, answered)))
    )
  })
})

const dryRun = (
  { members, prefix, template }: BulkRequest,
  sample: ReadonlyArray<SelectedDomain>,
  matchedDomains: number,
  isOfOthers: boolean
) => {
  const shown = withinBudget(members, 0, resultBudget / 4)
  const instances = sample.map((domain) => ({
    ...(template.copied ? members : {}),
    ...bulkInstance(template, domain, prefix)
  }))
  const sampled = withinBudget(instances, 0, resultBudget / 2)
  return {
    status: "dry_run",
    templateType: template.templateType,
    command: template.templateType,
    matchedDomains,
    template: shown.data,
    sampleDomains: sample,
    sampleInstances: sampled.data,
    note: noteOf(template, matchedDomains, isOfOthers),
    truncated: shown.truncated || sampled.truncated
  }
}

const noteOf = ({ inSuborganization, templateType }: BulkTemplate, count: number, isOfOthers: boolean): string =>
  [
    "Nothing was submitted. bulk_submit with these arguments asks for an approval, and then submits one",
    `${templateType} command for ${count === 1 ? "the domain" : `all ${count} domains`} that the selector matches.`,
    ...(isOfOthers && inSuborganization !== undefined ? [inSuborganization] : [])
  ].join(" ")
