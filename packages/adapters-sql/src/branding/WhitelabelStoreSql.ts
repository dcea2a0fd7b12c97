import { RequestId } from "@namewright/core/access"
import { BillingTransactionId } from "@namewright/core/billing"
import {
  OnboardingFailureCode,
  OnboardingStatus,
  type StoredWhitelabel,
  StoredWhitelabelHost,
  SubscriptionId,
  WhitelabelId,
  WhitelabelRenewalMode,
  WhitelabelStore,
  WhitelabelTier
} from "@namewright/core/branding"
import { ZoneId } from "@namewright/core/dns"
import { Instant, OrganizationId, Period } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const { NullOr, String } = Schema

const ConfigRow = Schema.Struct({
  whitelabel_branding_id: WhitelabelId,
  organization_id: OrganizationId,
  subscription_id: SubscriptionId,
  tier: WhitelabelTier,
  base_label: String,
  base_zone: String,
  label_changes: json(Schema.Array(Instant.Instant)),
  own_hostname: NullOr(String),
  dashboard_subdomain: NullOr(String),
  auth_subdomain: NullOr(String),
  create_zone: BooleanColumn,
  dns_zone_id: NullOr(ZoneId),
  enabled: BooleanColumn,
  onboarding_status: OnboardingStatus,
  onboarding_step: NullOr(Schema.Literals(["zone", "delegation", "records", "certificate", "client"])),
  failure_code: NullOr(OnboardingFailureCode),
  failure_detail: NullOr(String),
  attempts: Schema.Int,
  retry_until: NullOr(InstantColumn),
  step_due_on: NullOr(InstantColumn),
  client_id: NullOr(String),
  period: json(Period.Period),
  renewal_mode: WhitelabelRenewalMode,
  expires_on: NullOr(InstantColumn),
  grace_period_ends_at: NullOr(InstantColumn),
  term_due_on: NullOr(InstantColumn),
  domain_check_due_on: NullOr(InstantColumn),
  open_charges: json(Schema.Array(BillingTransactionId)),
  upgrade_request: NullOr(RequestId),
  terminated_on: NullOr(InstantColumn),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

type DueRow = Pick<StoredWhitelabel, "organization_id" | "whitelabel_branding_id">

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  WhitelabelStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forUpdate, oneOf } = dialect(sql)
    const encode = Schema.encodeSync(ConfigRow)
    const configs = rowReads(sql, "whitelabel_brandings", ConfigRow)
    const hosts = rowReads(sql, "whitelabel_hosts", StoredWhitelabelHost)

    const rowOf = (config: StoredWhitelabel) => ({
      ...encode(config),
      enabled: bool(config.enabled),
      create_zone: bool(config.create_zone)
    })

    return WhitelabelStore.of({
      insert: Effect.fnUntraced(function*(config) {
        const rows = yield* sql`INSERT INTO whitelabel_brandings ${sql.insert(rowOf(config))}
          ON CONFLICT (organization_id) DO NOTHING RETURNING whitelabel_branding_id`
        return rows.length > 0
      }, orDieSql),

      find: (organization) => configs.first(sql`organization_id = ${organization}`),
      findById: (id) => configs.first(sql`whitelabel_branding_id = ${id}`),
      lock: (organization) => configs.first(sql`organization_id = ${organization}`, forUpdate),

      save: Effect.fnUntraced(function*(config) {
        yield* sql`UPDATE whitelabel_brandings SET ${sql.update(rowOf(config), ["whitelabel_branding_id"])}
          WHERE whitelabel_branding_id = ${config.whitelabel_branding_id}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`DELETE FROM whitelabel_brandings WHERE whitelabel_branding_id = ${id}`
      }, orDieSql),

      due: Effect.fnUntraced(function*(now, limit) {
        // Each condition has its index; a UNION would read the whole table in the order of its columns.
        const dueBy = (column: "domain_check_due_on" | "step_due_on" | "term_due_on") =>
          sql<DueRow>`SELECT organization_id, whitelabel_branding_id FROM whitelabel_brandings
            WHERE ${sql(column)} <= ${at(now)} ORDER BY ${sql(column)} LIMIT ${limit}`
        const found = yield* Effect.forEach(["step_due_on", "term_due_on", "domain_check_due_on"] as const, dueBy)
        const rows = found.flat()
        return [...new Map(rows.map((row) => [row.whitelabel_branding_id, row])).values()].slice(0, limit)
      }, orDieSql),

      ofZones: Effect.fnUntraced(function*(zones) {
        if (zones.length === 0) return []
        return yield* sql<DueRow>`SELECT organization_id, whitelabel_branding_id FROM whitelabel_brandings
          WHERE dns_zone_id ${oneOf(zones)}`
      }, orDieSql),

      page: (after, limit) =>
        configs.all(
          sql`whitelabel_branding_id > ${after ?? ""}`,
          sql`ORDER BY whitelabel_branding_id LIMIT ${limit}`
        ),

      takeLabel: Effect.fnUntraced(function*({ label, organization_id, skeleton }, now) {
        yield* sql`DELETE FROM whitelabel_labels WHERE skeleton = ${skeleton} AND held_until IS NOT NULL
          AND (organization_id = ${organization_id} OR held_until <= ${at(now)})`
        const rows = yield* sql`INSERT INTO whitelabel_labels ${sql.insert({ skeleton, label, organization_id })}
          ON CONFLICT (skeleton) DO NOTHING RETURNING skeleton`
        return rows.length > 0
      }, orDieSql),

      releaseLabel: Effect.fnUntraced(function*({ organization_id, skeleton }, until) {
        yield* sql`UPDATE whitelabel_labels SET held_until = ${at(until)}
          WHERE skeleton = ${skeleton} AND organization_id = ${organization_id}`
      }, orDieSql),

      hosts: (id) => hosts.all(sql`whitelabel_branding_id = ${id}`, sql`ORDER BY hostname`),

      insertHosts: Effect.fnUntraced(function*(added) {
        if (!Arr.isReadonlyArrayNonEmpty(added)) return []
        const found = yield* hosts.all(sql`hostname ${oneOf(added.map(({ hostname }) => hostname))}`)
        if (found.length > 0) return found.map(({ hostname }) => hostname)
        yield* sql`INSERT INTO whitelabel_hosts ${sql.insert(Arr.map(added, (host) => ({ ...host })))}`
        return []
      }, orDieSql),

      setHostState: Effect.fnUntraced(function*(hostnames, state) {
        yield* sql`UPDATE whitelabel_hosts SET state = ${state} WHERE hostname ${oneOf(hostnames)}`
      }, orDieSql),

      removeHosts: Effect.fnUntraced(function*(hostnames) {
        yield* sql`DELETE FROM whitelabel_hosts WHERE hostname ${oneOf(hostnames)}`
      }, orDieSql),

      hostsBeside: (hostname) =>
        hosts.all(
          sql`whitelabel_branding_id = (SELECT whitelabel_branding_id FROM whitelabel_hosts WHERE hostname = ${hostname})`,
          sql`ORDER BY hostname`
        ),

      hasHostsIn: Effect.fnUntraced(function*(zone) {
        const rows = yield* sql`SELECT hostname FROM whitelabel_hosts WHERE dns_zone_id = ${zone} LIMIT 1`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
