import { Schema } from "effect"
import { envelopeFields } from "./Envelope.ts"
import type { ToolAnnotations } from "./Tool.ts"

const { optionalKey } = Schema

/** The argument with which a gated call comes back. */
export const gatedInput = {
  confirmationToken: optionalKey(Schema.String.check(Schema.isMaxLength(1000))).annotate({
    description: "From a confirmation_required result; only after the user has agreed"
  })
}

/** What the result of a gated call has in place of data, where somebody has to approve first. */
export const gatedOutput = {
  ...envelopeFields,
  message: optionalKey(Schema.String),
  confirmationToken: optionalKey(Schema.String),
  expiresAt: optionalKey(Schema.String),
  safety: optionalKey(Schema.Record(Schema.String, Schema.Boolean)),
  approvalUrl: optionalKey(Schema.String)
}

/** What a tool may do that can call everything. */
export const gatedAnnotations: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false }
