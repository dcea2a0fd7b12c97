import { Schema } from "effect"
import { envelopeFields } from "./Envelope.ts"
import type { ToolAnnotations } from "./Tool.ts"

const { optionalKey } = Schema

/** Argument of a repeated call with an approval. */
export const approvalInput = {
  confirmationToken: optionalKey(Schema.String.check(Schema.isMaxLength(1000))).annotate({
    description: "From a confirmation_required result; only after the user has agreed"
  })
}

/** Members of the result of a call that may need an approval, with or without data. */
export const approvalOutput = {
  ...envelopeFields,
  message: optionalKey(Schema.String),
  confirmationToken: optionalKey(Schema.String),
  expiresAt: optionalKey(Schema.String),
  safety: optionalKey(Schema.Record(Schema.String, Schema.Boolean)),
  approvalUrl: optionalKey(Schema.String)
}

/** Hints of tools that can call every operation. */
export const approvalAnnotations: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false
}
