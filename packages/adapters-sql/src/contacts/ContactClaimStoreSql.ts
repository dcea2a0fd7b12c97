import { ContactClaim, ContactClaimStore, ContactDemand } from "@namewright/core/contacts"
import { VerificationClaim } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const ClaimRow = Schema.Struct({
  ...ContactClaim.fields,
  verified_on: Schema.NullOr(InstantColumn),
  expires_on: Schema.NullOr(InstantColumn),
  updated_on: InstantColumn
})

const DemandRow = Schema.Struct({
  ...ContactDemand.fields,
  claims: json(Schema.Array(VerificationClaim))
})

/** Demands that one statement changes. */
const rowsOfStatement = 1000

export const layer = Layer.effect(
  ContactClaimStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forNoKeyUpdate } = dialect(sql)
    const claims = rowReads(sql, "contact_claims", ClaimRow)
    const demands = rowReads(sql, "contact_demands", DemandRow)
    const encodeClaim = Schema.encodeSync(ClaimRow)
    const encodeDemand = Schema.encodeSync(DemandRow)

    return ContactClaimStore.of({
      lock: Effect.fnUntraced(function*(organization, contact) {
        const rows = yield* sql`SELECT contact_id FROM contacts
          WHERE organization_id = ${organization} AND contact_id = ${contact} ${forNoKeyUpdate}`
        return rows.length > 0
      }, orDieSql),

      claimsOf: (organization, contacts) =>
        contacts.length === 0
          ? Effect.succeed([])
          : claims.all(sql`organization_id = ${organization} AND ${sql.in("contact_id", contacts)}`),

      putClaims: Effect.fnUntraced(function*(changed) {
        if (!Arr.isReadonlyArrayNonEmpty(changed)) return
        yield* sql`INSERT INTO contact_claims ${sql.insert(Arr.map(changed, (claim) => encodeClaim(claim)))}
          ON CONFLICT (contact_id, claim) DO UPDATE SET state = excluded.state, method = excluded.method,
            proof = excluded.proof, attestation_reference = excluded.attestation_reference,
            eid_scheme = excluded.eid_scheme, level_of_assurance = excluded.level_of_assurance,
            verified_on = excluded.verified_on, expires_on = excluded.expires_on, updated_on = excluded.updated_on`
      }, orDieSql),

      demandsOf: (organization, contact) =>
        demands.all(
          sql`organization_id = ${organization} AND contact_id = ${contact}`,
          sql`ORDER BY registry, domain_name`
        ),

      putDemands: Effect.fnUntraced(function*(changed) {
        if (!Arr.isReadonlyArrayNonEmpty(changed)) return
        for (const some of Arr.chunksOf(changed, rowsOfStatement)) {
          yield* sql`INSERT INTO contact_demands ${sql.insert(Arr.map(some, (demand) => encodeDemand(demand)))}
            ON CONFLICT (contact_id, registry, domain_name) DO UPDATE
            SET handle = excluded.handle, claims = excluded.claims`
        }
      }, orDieSql),

      removeDemands: Effect.fnUntraced(function*(contact, registry, domainNames) {
        for (const some of Arr.chunksOf(domainNames, rowsOfStatement)) {
          yield* sql`DELETE FROM contact_demands
            WHERE contact_id = ${contact} AND registry = ${registry} AND ${sql.in("domain_name", some)}`
        }
      }, orDieSql)
    })
  })
)
