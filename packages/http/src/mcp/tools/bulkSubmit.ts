import { Organization } from "@namewright/core/organizations"
import { CurrentActor, limits, Text } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { OperationCalls } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { approvalAnnotations, approvalInput, approvalOutput } from "../approvalFields.ts"
import { bulkCommand } from "../bulk/bulkCommand.ts"
import { bulkDetails } from "../bulk/bulkDetails.ts"
import { bulkInput, bulkRequest } from "../bulk/bulkRequest.ts"
import { resolveSelector, selectionLimit } from "../bulk/resolveSelector.ts"
import { listing, selectedDomains } from "../bulk/selectedDomains.ts"
import { type Selector, suborganizationOf } from "../bulk/Selector.ts"
import { envelope } from "../Envelope.ts"
import { tool } from "../Tool.ts"
import { ToolApprovals } from "../ToolApprovals.ts"

const { optionalKey } = Schema

const submission = operationNamed("submitBatch")
const organizationRead = operationNamed("getOrganization")

const isNamed = Schema.is(Schema.Struct({ name: Organization.fields.name }))

/**
 * `bulk_submit`: one batch for all domains that a selector matches, once approved. Source: MCP specification, "Tools".
 */
export const bulkSubmit = Effect.gen(function*() {
  const approvals = yield* ToolApprovals
  const operations = yield* OperationCalls
  const readPage = yield* selectedDomains

  /** Suborganization for which the caller acts; undefined for its own organization. */
  const actingFor = Effect.fnUntraced(function*(selector: Selector) {
    const organization_id = suborganizationOf(selector, yield* CurrentActor)
    if (organization_id === null) return undefined
    const { data } = yield* operations.call(organizationRead, { pathParams: { organization_id } })
    return { organization_id, name: isNamed(data) ? data.name : undefined }
  })

  return tool({
    name: "bulk_submit",
    title: "Submit a bulk change",
    description:
      `Submits one batch for all domains that the selector matches, at most ${selectionLimit}, once the user has approved it. Same arguments as bulk_preview. job_batch_status shows its progress.`,
    input: Schema.Struct({ ...bulkInput, label: optionalKey(Text.line(limits.batchLabel)), ...approvalInput }),
    output: Schema.Struct(approvalOutput),
    annotations: approvalAnnotations,
    run: Effect.fnUntraced(
      function*({ confirmationToken, label, ...input }) {
        const request = yield* bulkRequest(input)
        const { selector } = request
        const domains = yield* resolveSelector((page, size) => readPage(selector, page, size))
        const suborganization = yield* actingFor(selector)
        return yield* approvals.call({
          operation: submission,
          input: { body: { ...(label === undefined ? {} : { label }), commands: [bulkCommand(request, domains)] } },
          confirmationToken,
          domainIds: domains.map(({ domain_id }) => domain_id),
          text: bulkDetails({ request, domains, label, suborganization })
        })
      },
      Effect.catchTag("ListRefusal", ({ answered }) => Effect.succeed(envelope(listing, answered)))
    )
  })
})
