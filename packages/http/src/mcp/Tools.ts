import { Context, Effect, Layer } from "effect"
import { OperationCalls } from "../platform/OperationCalls.ts"
import type { Tool } from "./Tool.ts"
import { ToolApprovals } from "./ToolApprovals.ts"
import { bulkPreview } from "./tools/bulkPreview.ts"
import { bulkSubmit } from "./tools/bulkSubmit.ts"
import { callOperation } from "./tools/callOperation.ts"
import { describeOperation } from "./tools/describeOperation.ts"
import { jobBatchControl } from "./tools/jobBatchControl.ts"
import { jobBatchStatus } from "./tools/jobBatchStatus.ts"
import { portfolioQuery } from "./tools/portfolioQuery.ts"
import { portfolioSummary } from "./tools/portfolioSummary.ts"
import { searchOperationsTool } from "./tools/searchOperations.ts"

/** The tools of the platform. Source: MCP specification, "Tools". */
export class Tools extends Context.Service<Tools, {
  /** All tools in a fixed order, because clients cache the list. */
  readonly all: ReadonlyArray<Tool>
  /** Tools of `/mcp/readonly`. */
  readonly reading: ReadonlyArray<Tool>
}>()("@namewright/http/mcp/Tools") {
  static readonly layer = Layer.effect(
    Tools,
    Effect.gen(function*() {
      const all = yield* Effect.all([
        portfolioSummary,
        portfolioQuery,
        Effect.succeed(searchOperationsTool),
        Effect.succeed(describeOperation),
        callOperation,
        bulkPreview,
        bulkSubmit,
        jobBatchStatus,
        jobBatchControl
      ])
      return Tools.of({ all, reading: all.flatMap(({ reading }) => reading ?? []) })
    })
  ).pipe(Layer.provide(ToolApprovals.layer), Layer.provide(OperationCalls.layer))
}
