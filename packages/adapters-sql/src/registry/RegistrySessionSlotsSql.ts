import { RegistrySessionSlots, type SlotRequest } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

const OwnedSlotRow = Schema.Struct({ slot: Schema.Int, wanted: BooleanColumn })

/** Pool of a released slot. */
const noPool = ""

export const layer = Layer.effect(
  RegistrySessionSlots,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, false: no, skipLocked, true: yes } = dialect(sql)
    const slots = decodedRows(OwnedSlotRow)
    const instant = Schema.encodeSync(InstantColumn)

    /** Acquires the lowest free slot that has a row. */
    const acquireFree = ({ account, pool_id, process_id, sessions, until }: SlotRequest, now: Instant.Instant) =>
      slots.map(({ slot }) => slot).firstOf(
        sql`UPDATE registry_session_slots
        SET pool_id = ${pool_id}, process_id = ${process_id}, expires_on = ${instant(until)}, wanted = ${no}
        WHERE account = ${account} AND slot = (
          SELECT slot FROM registry_session_slots
          WHERE account = ${account} AND slot <= ${sessions} AND expires_on <= ${instant(now)}
          ORDER BY slot LIMIT 1 ${skipLocked})
        RETURNING slot, wanted`
      )

    const addSlots = ({ account, sessions }: SlotRequest) => {
      const expires_on = instant(DateTime.makeUnsafe(0))
      const free = { account, pool_id: noPool, expires_on, wanted: bool(false) }
      const rows = Arr.makeBy(sessions, (index) => ({ ...free, slot: index + 1 }))
      return sql`INSERT INTO registry_session_slots ${sql.insert(rows)} ON CONFLICT (account, slot) DO NOTHING`
    }

    /** Marks the highest slot of the process with the most slots, unless one of the slots is marked already. */
    const markWanted = ({ account, pool_id, sessions }: SlotRequest, now: Instant.Instant) => {
      const taken = sql`account = ${account} AND slot <= ${sessions} AND expires_on > ${instant(now)}`
      const own = sql`(SELECT count(*) FROM registry_session_slots WHERE ${taken} AND pool_id = ${pool_id})`
      return sql`UPDATE registry_session_slots SET wanted = ${yes}
        WHERE account = ${account} AND slot = (
          SELECT others.slot FROM (
            SELECT slot, pool_id, count(*) OVER (PARTITION BY pool_id) AS of_pool
            FROM registry_session_slots WHERE ${taken}) AS others
          WHERE others.pool_id <> ${pool_id} AND (${own} = 0 OR others.of_pool > ${own} + 1)
          ORDER BY others.of_pool DESC, others.slot DESC LIMIT 1)
        AND NOT EXISTS (
          SELECT 1 FROM registry_session_slots WHERE ${taken} AND (wanted = ${yes} OR pool_id = ${noPool}))`
    }

    return RegistrySessionSlots.of({
      acquire: Effect.fnUntraced(function*(request) {
        const now = yield* Instant.now
        const first = yield* acquireFree(request, now)
        if (Option.isSome(first)) return first
        yield* addSlots(request)
        const second = yield* acquireFree(request, now)
        if (Option.isNone(second) && request.urgent) yield* markWanted(request, now)
        return second
      }, orDieSql),

      renew: Effect.fnUntraced(function*({ account, pool_id, process_id, until }) {
        const owned = yield* slots.allOf(
          sql`UPDATE registry_session_slots
            SET expires_on = ${instant(until)}, process_id = ${process_id}
            WHERE account = ${account} AND pool_id = ${pool_id} RETURNING slot, wanted`
        )
        return owned.toSorted((a, b) => a.slot - b.slot)
      }),

      release: ({ account, pool_id, slot }, freeFrom) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE registry_session_slots SET pool_id = ${noPool}, process_id = NULL, expires_on = ${
            instant(freeFrom)
          }, wanted = ${no}
            WHERE account = ${account} AND slot = ${slot} AND pool_id = ${pool_id}`
        )),

      releaseEnded: (account, freeFrom) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE registry_session_slots SET pool_id = ${noPool}, process_id = NULL, wanted = ${no},
              expires_on = CASE WHEN expires_on < ${instant(freeFrom)} THEN expires_on ELSE ${instant(freeFrom)} END
            WHERE account = ${account} AND process_id IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM processes WHERE processes.process_id = registry_session_slots.process_id)`
        ))
    })
  })
)
