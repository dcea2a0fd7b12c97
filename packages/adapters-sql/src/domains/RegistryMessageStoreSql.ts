import { RegistryMessageStore } from "@namewright/core/domains"
import { PollPayload } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"

/** Key of messages without a time; the same at every delivery, unlike the present time. */
const undated = DateTime.makeUnsafe(0)

export const layer = Layer.effect(
  RegistryMessageStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const instant = Schema.encodeSync(InstantColumn)
    const payloadText = Schema.encodeSync(json(PollPayload))

    return RegistryMessageStore.of({
      insert: Effect.fnUntraced(function*(registry, { message_id, payload, queued_on, text }) {
        const rows = yield* sql`INSERT INTO registry_messages ${
          sql.insert({
            registry,
            message_id,
            queued_on: instant(queued_on ?? undated),
            text,
            payload: payloadText(payload),
            received_on: instant(yield* Instant.now)
          })
        } ON CONFLICT DO NOTHING RETURNING message_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
