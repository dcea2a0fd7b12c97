import { DomainSummary } from "@namewright/core/domains"
import { Effect, Schema } from "effect"
import { OperationCalls } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { envelope } from "../Envelope.ts"
import { answer, tool } from "../Tool.ts"

const operation = operationNamed("getDomainSummary")

const { by_tld, expiring_soon, total_count } = DomainSummary.fields.domains.fields
const Summary = { domains: Schema.Struct({ total_count, by_tld, expiring_soon }) }
const read = Schema.decodeUnknownSync(Schema.Struct(Summary))

/** `portfolio_summary`: numbers of domains. Source: MCP specification, "Tools". */
export const portfolioSummary = Effect.gen(function*() {
  const operations = yield* OperationCalls
  return tool({
    name: "portfolio_summary",
    title: "Portfolio summary",
    description: "Counts the account's domains: in total, by TLD, and those that expire within 30, 60 and 90 days.",
    input: Schema.Struct({}),
    output: Schema.Struct(Summary),
    run: Effect.fnUntraced(function*() {
      const answered = yield* operations.call(operation, {})
      return answered.httpStatus === 200 ? answer(read(answered.data)) : envelope(operation, answered)
    })
  })
})
