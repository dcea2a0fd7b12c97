import { SigningKey, SigningKeyStore } from "@namewright/core/access"
import { Layer, Schema } from "effect"
import { InstantColumn } from "../Codecs.ts"
import { rotatingKeysSql } from "./rotatingKeysSql.ts"

const SigningKeyRow = Schema.Struct({
  ...SigningKey.fields,
  created_on: InstantColumn,
  retired_on: Schema.NullOr(InstantColumn)
})

export const layer = Layer.effect(
  SigningKeyStore,
  rotatingKeysSql("signing_keys", SigningKeyRow)
)
