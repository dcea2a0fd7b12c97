import { RegistrySessionSlots, type SlotClaim } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

const OwnedSlotRow = Schema.Struct({ slot: Schema.Int, wanted: BooleanColumn })

/** Holder of a released slot. */
const noHolder = ""

export const layer = Layer.effect(
  RegistrySessionSlots,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, false: no, skipLocked, true: yes } = dialect(sql)
    const slots = decodedRows(OwnedSlotRow)
    const instant = Schema.encodeSync(InstantColumn)

    /** Takes the lowest free slot that has a row. */
    const take = ({ account, holder, process_id, sessions, until }: SlotClaim, now: Instant.Instant) =>
      slots.map(({ slot }) => slot).firstOf(
        sql`UPDATE registry_session_slots
        SET holder = ${holder}, process_id = ${process_id}, held_until = ${instant(until)}, wanted = ${no}
        WHERE account = ${account} AND slot = (
          SELECT slot FROM registry_session_slots
          WHERE account = ${account} AND slot <= ${sessions} AND held_until <= ${instant(now)}
          ORDER BY slot LIMIT 1 ${skipLocked})
        RETURNING slot, wanted`
      )

    const addSlots = ({ account, sessions }: SlotClaim) => {
      const held_until = instant(DateTime.makeUnsafe(0))
      const free = { account, holder: noHolder, held_until, wanted: bool(false) }
      const rows = Arr.makeBy(sessions, (index) => ({ ...free, slot: index + 1 }))
      return sql`INSERT INTO registry_session_slots ${sql.insert(rows)} ON CONFLICT (account, slot) DO NOTHING`
    }

    /** Marks the highest slot of the process with the most slots, unless one of the slots is marked already. */
    const markWanted = ({ account, holder, sessions }: SlotClaim, now: Instant.Instant) => {
      const taken = sql`account = ${account} AND slot <= ${sessions} AND held_until > ${instant(now)}`
      const own = sql`(SELECT count(*) FROM registry_session_slots WHERE ${taken} AND holder = ${holder})`
      return sql`UPDATE registry_session_slots SET wanted = ${yes}
        WHERE account = ${account} AND slot = (
          SELECT others.slot FROM (
            SELECT slot, holder, count(*) OVER (PARTITION BY holder) AS of_holder
            FROM registry_session_slots WHERE ${taken}) AS others
          WHERE others.holder <> ${holder} AND (${own} = 0 OR others.of_holder > ${own} + 1)
          ORDER BY others.of_holder DESC, others.slot DESC LIMIT 1)
        AND NOT EXISTS (
          SELECT 1 FROM registry_session_slots WHERE ${taken} AND (wanted = ${yes} OR holder = ${noHolder}))`
    }

    return RegistrySessionSlots.of({
      acquire: Effect.fnUntraced(function*(claim) {
        const now = yield* Instant.now
        const first = yield* take(claim, now)
        if (Option.isSome(first)) return first
        yield* addSlots(claim)
        const second = yield* take(claim, now)
        if (Option.isNone(second) && claim.urgent) yield* markWanted(claim, now)
        return second
      }, orDieSql),

      renew: Effect.fnUntraced(function*({ account, holder, process_id, until }) {
        const owned = yield* slots.allOf(
          sql`UPDATE registry_session_slots
            SET held_until = ${instant(until)}, process_id = ${process_id}
            WHERE account = ${account} AND holder = ${holder} RETURNING slot, wanted`
        )
        return owned.toSorted((a, b) => a.slot - b.slot)
      }),

      release: ({ account, holder, slot }, freeFrom) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE registry_session_slots SET holder = ${noHolder}, process_id = NULL, held_until = ${
            instant(freeFrom)
          }, wanted = ${no}
            WHERE account = ${account} AND slot = ${slot} AND holder = ${holder}`
        )),

      releaseEnded: (account, freeFrom) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE registry_session_slots SET holder = ${noHolder}, process_id = NULL, wanted = ${no},
              held_until = CASE WHEN held_until < ${instant(freeFrom)} THEN held_until ELSE ${instant(freeFrom)} END
            WHERE account = ${account} AND process_id IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM processes WHERE processes.process_id = registry_session_slots.process_id)`
        ))
    })
  })
)
