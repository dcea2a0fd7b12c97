import { Schema } from "effect"
import type { OperationAnswer } from "../platform/OperationCalls.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import { withinBudget } from "./resultBudget.ts"
import type { Json, ToolAnswer } from "./Tool.ts"

const { optionalKey } = Schema

/** Outcome of a call. Source: MCP specification, "Tool result envelope". */
export const ResultStatus = Schema.Literals(["ok", "dry_run", "confirmation_required", "declined"])

/** Members that the result of each tool can have. */
export const envelopeFields = {
  /** Absent if the REST interface refused the call; `httpStatus` and `data` then contain the reason. */
  status: optionalKey(ResultStatus),
  operationId: optionalKey(Schema.String),
  httpStatus: optionalKey(Schema.Int),
  data: optionalKey(Schema.Unknown),
  truncated: optionalKey(Schema.Boolean),
  next: optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}

/** Truncation of a result, and the call for the rest. */
export interface Continuation {
  /** Position at which an earlier result ended. */
  readonly from?: number | undefined
  /** Arguments of the call for the rest; undefined if the call cannot be repeated. */
  readonly next?: ((from: number) => Json) | undefined
}

/**
 * Result of a tool for the response of a forwarded call. A problem of the REST interface becomes a result with
 * `isError`.
 */
export const envelope = (
  { operationId }: Operation,
  { data: whole, httpStatus }: OperationAnswer,
  { from = 0, next }: Continuation = {}
): ToolAnswer => {
  const failed = httpStatus >= 400
  const { data, next: rest, truncated } = withinBudget(whole, from)
  return {
    _tag: "Answer",
    isError: failed,
    content: {
      ...(failed ? {} : { status: "ok" }),
      operationId,
      httpStatus,
      data,
      truncated,
      ...(rest === undefined || next === undefined ? {} : { next: next(rest) })
    }
  }
}
