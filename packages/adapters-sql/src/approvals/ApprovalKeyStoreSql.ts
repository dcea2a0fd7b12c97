import { ApprovalKey, ApprovalKeyStore } from "@namewright/core/approvals"
import { Layer, Schema } from "effect"
import { rotatingKeysSql } from "../access/rotatingKeysSql.ts"
import { InstantColumn } from "../Codecs.ts"

const ApprovalKeyRow = Schema.Struct({
  ...ApprovalKey.fields,
  created_on: InstantColumn,
  retired_on: Schema.NullOr(InstantColumn)
})

export const layer = Layer.effect(
  ApprovalKeyStore,
  rotatingKeysSql("approval_keys", ApprovalKeyRow)
)
