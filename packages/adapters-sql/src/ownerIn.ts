import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "./Codecs.ts"

/** Reader of the owner of a table's row. `key` is a column with unique values. */
export const ownerIn = (sql: SqlClient.SqlClient, table: string, key: string) => (id: string) =>
  Effect.map(
    orDieSql(
      sql<{ readonly organization_id: OrganizationId }>`SELECT organization_id FROM ${sql(table)} WHERE ${
        sql(key)
      } = ${id}`
    ),
    ([row]) => Option.fromNullishOr(row?.organization_id)
  )
