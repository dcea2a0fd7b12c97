import { OrganizationAttribute, OrganizationAttributeStore } from "@namewright/core/organizations"
import { OrganizationId } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const Value = json(Schema.Json)

const AttributeRow = Schema.Struct({
  ...OrganizationAttribute.fields,
  organization_id: OrganizationId,
  organization_attribute_id: IntegerColumn,
  value: Value,
  private: BooleanColumn,
  protected: BooleanColumn,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

export const layer = Layer.effect(
  OrganizationAttributeStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool } = dialect(sql)
    const stored = rowReads(sql, "organization_attributes", AttributeRow)
    const encodeValue = Schema.encodeSync(Value)
    const encodeInstant = Schema.encodeSync(InstantColumn)

    return OrganizationAttributeStore.of({
      list: Effect.fnUntraced(function*(organizations) {
        const found = new Map<OrganizationId, Array<OrganizationAttribute>>()
        if (organizations.length === 0) return found
        const rows = yield* stored.all(
          sql.in("organization_id", organizations),
          sql`ORDER BY organization_id, key`
        )
        for (const { organization_id, ...attribute } of rows) {
          const attributes = found.get(organization_id)
          if (attributes === undefined) found.set(organization_id, [attribute])
          else attributes.push(attribute)
        }
        return found
      }),

      put: Effect.fnUntraced(function*(organization_id, attributes, at) {
        if (!Arr.isReadonlyArrayNonEmpty(attributes)) return
        const now = encodeInstant(at)
        const rows = Arr.map(attributes, (attribute) => ({
          organization_id,
          key: attribute.key,
          value: encodeValue(attribute.value),
          private: bool(attribute.private),
          protected: bool(attribute.protected),
          created_on: now,
          updated_on: now
        }))
        yield* sql`INSERT INTO organization_attributes ${sql.insert(rows)}
          ON CONFLICT (organization_id, key) DO UPDATE SET value = excluded.value, private = excluded.private,
            protected = excluded.protected, updated_on = excluded.updated_on`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(organization_id, keys) {
        if (keys.length === 0) return
        yield* sql`DELETE FROM organization_attributes
          WHERE organization_id = ${organization_id} AND ${sql.in("key", keys)}`
      }, orDieSql)
    })
  })
)
