import { RealmKey, type RealmKeyPurpose, RealmKeyStore } from "@namewright/core/realm"
import { Effect, Layer, Schema } from "effect"
import { rotatingKeysSql } from "../access/rotatingKeysSql.ts"
import { InstantColumn } from "../Codecs.ts"

const RealmKeyRow = Schema.Struct({
  ...RealmKey.fields,
  created_on: InstantColumn,
  retired_on: Schema.NullOr(InstantColumn)
})

const storeOf = (purpose: RealmKeyPurpose) => rotatingKeysSql("realm_keys", RealmKeyRow, purpose)

export const layer = Layer.effect(
  RealmKeyStore,
  Effect.all({ tokens: storeOf("tokens"), browsers: storeOf("browsers") })
)
