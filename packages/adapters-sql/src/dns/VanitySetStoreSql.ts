import { BillingTransactionId } from "@namewright/core/billing"
import {
  type StoredVanitySet,
  type VanityNameserver,
  VanitySet,
  type VanitySetId,
  VanitySetStore,
  ZoneId
} from "@namewright/core/dns"
import { Hostname } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { BooleanColumn, InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const { nameservers: _, ...members } = VanitySet.fields

const SetRow = Schema.Struct({
  ...members,
  is_default: BooleanColumn,
  expires_on: Schema.NullOr(InstantColumn),
  renew_scheduled_at: Schema.NullOr(InstantColumn),
  grace_period_ends_at: Schema.NullOr(InstantColumn),
  provisioning_ends_on: Schema.NullOr(InstantColumn),
  next_action_on: Schema.NullOr(InstantColumn),
  billing_transaction_id: BillingTransactionId,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const NameRow = Schema.Struct({
  set_id: SetRow.fields.set_id,
  position: Schema.Int,
  hostname: Hostname,
  dns_zone_id: Schema.NullOr(ZoneId)
})
type NameRow = typeof NameRow.Type

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  VanitySetStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, false: isFalse, forKeyShare, forUpdate, texts, true: isTrue } = dialect(sql)
    const encode = Schema.encodeSync(SetRow)
    const sets = rowReads(sql, "vanity_sets", SetRow)
    const allNames = rowReads(sql, "vanity_nameservers", NameRow)

    const namesOf = Effect.fnUntraced(function*(ids: ReadonlyArray<VanitySetId>) {
      const names = ids.length === 0
        ? []
        : yield* allNames.all(sql`set_id IN ${texts(ids)}`, sql`ORDER BY set_id, position`)
      return Map.groupBy(names, ({ set_id }) => set_id)
    })

    const withNames = Effect.fnUntraced(function*(rows: ReadonlyArray<typeof SetRow.Type>) {
      const names = yield* namesOf(rows.map(({ set_id }) => set_id))
      return rows.map((row): StoredVanitySet => ({
        ...row,
        nameservers: (names.get(row.set_id) ?? []).map(({ hostname, position }) => ({ hostname, position }))
      }))
    })

    const first = (where: Statement.Fragment, suffix?: Statement.Fragment) =>
      Effect.map(Effect.flatMap(sets.all(where, suffix), withNames), ([set]) => Option.fromUndefinedOr(set))

    const rowOf = ({ nameservers: _names, ...set }: StoredVanitySet) => ({
      ...encode(set),
      is_default: bool(set.is_default)
    })

    /**
     * Inserts the hostnames, and returns those of the organization's other sets. Waits for a concurrent transaction
     * that inserts the same hostname.
     */
    const insertNames = Effect.fnUntraced(
      function*({ nameservers, organization_id, set_id }: StoredVanitySet) {
        const inserted = new Set<string>()
        const row = (name: VanityNameserver) => ({ ...name, set_id, organization_id, dns_zone_id: null })
        for (const name of nameservers.toSorted((left, right) => left.hostname < right.hostname ? -1 : 1)) {
          const rows = yield* sql`INSERT INTO vanity_nameservers ${sql.insert(row(name))}
            ON CONFLICT (organization_id, hostname) DO NOTHING RETURNING hostname`
          if (rows.length > 0) inserted.add(name.hostname)
        }
        return nameservers.map(({ hostname }) => hostname).filter((hostname) => !inserted.has(hostname))
      }
    )

    const removeNames = (id: VanitySetId) => sql`DELETE FROM vanity_nameservers WHERE set_id = ${id}`

    return VanitySetStore.of({
      insert: Effect.fnUntraced(function*(set) {
        const taken = yield* insertNames(set)
        if (taken.length === 0) yield* sql`INSERT INTO vanity_sets ${sql.insert(rowOf(set))}`
        else yield* removeNames(set.set_id)
        return taken
      }, orDieSql),

      find: (id) => first(sql`set_id = ${id}`),
      lock: (id) => first(sql`set_id = ${id}`, forUpdate),
      keep: (id) => first(sql`set_id = ${id}`, forKeyShare),
      keepDefault: (organization) =>
        first(sql`organization_id = ${organization} AND is_default = ${isTrue}`, forKeyShare),

      save: Effect.fnUntraced(function*(set) {
        yield* sql`UPDATE vanity_sets SET ${sql.update(rowOf(set), ["set_id"])} WHERE set_id = ${set.set_id}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(id) {
        yield* removeNames(id)
        yield* sql`DELETE FROM vanity_sets WHERE set_id = ${id}`
      }, orDieSql),

      setDefault: Effect.fnUntraced(function*(organization, id) {
        const before = yield* sql`UPDATE vanity_sets SET is_default = ${isFalse}
          WHERE organization_id = ${organization} AND is_default = ${isTrue} RETURNING set_id`
        if (id !== null) yield* sql`UPDATE vanity_sets SET is_default = ${isTrue} WHERE set_id = ${id}`
        return before.length > 0
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, page) {
        const found = yield* sets.page(sql`organization_id = ${organization}`, sql`set_id DESC`, page)
        return { ...found, items: yield* withNames(found.items) }
      }),

      countActive: (organization) => sets.count(sql`organization_id = ${organization} AND status = 'active'`),

      hostnames: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql<{ readonly hostname: Hostname }>`SELECT n.hostname FROM vanity_nameservers n
          JOIN vanity_sets s ON s.set_id = n.set_id
          WHERE n.organization_id = ${organization} AND s.status IN ('active', 'suspended') ORDER BY n.hostname`
        return rows.map(({ hostname }) => hostname)
      }, orDieSql),

      due: Effect.fnUntraced(function*(now, limit) {
        const rows = yield* sql<{ readonly set_id: VanitySetId }>`SELECT set_id FROM vanity_sets
          WHERE next_action_on IS NOT NULL AND next_action_on <= ${at(now)} ORDER BY next_action_on LIMIT ${limit}`
        return rows.map(({ set_id }) => set_id)
      }, orDieSql),

      saveHolders: Effect.fnUntraced(function*(id, holders) {
        for (const [hostname, zone] of holders) {
          yield* sql`UPDATE vanity_nameservers SET dns_zone_id = ${zone} WHERE set_id = ${id} AND hostname = ${hostname}`
        }
      }, orDieSql),

      holders: Effect.fnUntraced(function*(id) {
        const names: ReadonlyArray<NameRow> = (yield* namesOf([id])).get(id) ?? []
        return new Map(
          names.flatMap(({ dns_zone_id, hostname }) => dns_zone_id === null ? [] : [[hostname, dns_zone_id]])
        )
      }, orDieSql),

      hasHostnamesIn: Effect.fnUntraced(function*(zone) {
        const rows = yield* sql`SELECT set_id FROM vanity_nameservers WHERE dns_zone_id = ${zone} LIMIT 1`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
