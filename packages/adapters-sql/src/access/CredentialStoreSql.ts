import {
  type AllowedNetwork,
  CredentialStore,
  IpRestriction,
  type StoredCaller,
  type StoredCredential,
  UserId
} from "@namewright/core/access"
import { OrganizationId, Permission } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"
import { ApiKeyRow } from "./ApiKeyStoreSql.ts"

/** Columns of a caller's role and organization, one row per network of the organization; null without networks. */
const surroundings = {
  custom_permissions: Schema.NullOr(json(Schema.Array(Permission))),
  ip_restriction_id: Schema.NullOr(IntegerColumn),
  ip_network: Schema.NullOr(IpRestriction.fields.ip_network),
  network_last_used_on: Schema.NullOr(InstantColumn)
}

const CredentialRow = Schema.Struct({
  ...ApiKeyRow.fields,
  key_hash: Schema.String,
  client_secret_hash: Schema.String,
  ...surroundings
})

const CallerRow = Schema.Struct({
  user_id: UserId,
  organization_id: OrganizationId,
  role: Schema.NullOr(Schema.String),
  ...surroundings
})

const keyFields = Struct.keys(ApiKeyRow.fields)
const keyColumns = keyFields.map((column) => `k.${column}`).join(", ")

export const layer = Layer.effect(
  CredentialStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const credentials = decodedRows(CredentialRow)
    const callers = decodedRows(CallerRow)

    const surroundingColumns = sql.literal(
      "r.permissions AS custom_permissions, i.ip_restriction_id, i.ip_network, i.last_used_on AS network_last_used_on"
    )

    const find = (where: Statement.Fragment) =>
      Effect.map(
        credentials.allOf(
          sql`SELECT ${sql.literal(keyColumns)}, k.key_hash, k.client_secret_hash, ${surroundingColumns}
          FROM api_keys k
          LEFT JOIN custom_roles r ON r.organization_id = k.organization_id AND r.label = k.role
          LEFT JOIN ip_restrictions i ON i.organization_id = k.organization_id
          WHERE ${where} ORDER BY i.ip_restriction_id`
        ),
        toCredential
      )

    return CredentialStore.of({
      findByKeyHash: (hash) => find(sql`k.key_hash = ${hash}`),
      findByClientSecretHash: (organization, hash) =>
        find(sql`k.client_secret_hash = ${hash} AND k.organization_id = ${organization}`),
      find: (organization, id) => find(sql`k.api_key_id = ${id} AND k.organization_id = ${organization}`),

      findUser: (id) =>
        Effect.map(
          callers.allOf(
            sql`SELECT u.user_id, u.organization_id, u.role, ${surroundingColumns}
            FROM users u
            LEFT JOIN custom_roles r ON r.organization_id = u.organization_id AND r.label = u.role
            LEFT JOIN ip_restrictions i ON i.organization_id = u.organization_id
            WHERE u.user_id = ${id} ORDER BY i.ip_restriction_id`
          ),
          toCaller
        ),

      markKeyUsed: Effect.fnUntraced(function*(id, at, address) {
        yield* sql`UPDATE api_keys SET last_used_on = ${yield* encodeInstant(at)}, last_used_address = ${address}
          WHERE api_key_id = ${id}`
      }, orDieSql)
    })
  })
)

const toCredential = (rows: ReadonlyArray<typeof CredentialRow.Type>): Option.Option<StoredCredential> => {
  const [first] = rows
  if (first === undefined) return Option.none()
  const { client_secret_hash, custom_permissions, key_hash } = first
  const key = Struct.pick(first, keyFields)
  return Option.some({ key, key_hash, client_secret_hash, custom_permissions, networks: networksOf(rows) })
}

const toCaller = (rows: ReadonlyArray<typeof CallerRow.Type>): Option.Option<StoredCaller> =>
  Option.map(Option.fromUndefinedOr(rows[0]), (first) => ({
    ...Struct.pick(first, ["user_id", "organization_id", "role", "custom_permissions"]),
    networks: networksOf(rows)
  }))

type Surrounded = Pick<typeof CallerRow.Type, "ip_network" | "ip_restriction_id" | "network_last_used_on">

const networksOf = (rows: ReadonlyArray<Surrounded>): ReadonlyArray<AllowedNetwork> =>
  rows.flatMap(({ ip_network, ip_restriction_id, network_last_used_on }) =>
    ip_restriction_id === null || ip_network === null
      ? []
      : [{ ip_restriction_id, ip_network, last_used_on: network_last_used_on }]
  )
