import {
  newSubscriptionId,
  newWhitelabelId,
  type StoredWhitelabel,
  WhitelabelId,
  WhitelabelStore
} from "@namewright/core/branding"
import { newZoneId } from "@namewright/core/dns"
import { Hostname, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT whitelabel_branding_id FROM whitelabel_brandings WHERE failure_detail = '-'"

const at = "'2026-01-01T00:00:00.000Z'"

/**
 * Inserts 2,000 configurations with a label, a zone and two hosts, of which 20 have a due step, 20 a due term and 20 a due
 * check.
 */
export const fillWhitelabels = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { ids, no } = sql.onDialectOrElse({
    pg: () => ({ ids: "SELECT n, lpad(n::text, 26, '0') AS id FROM generate_series(1, 2000) AS n", no: "FALSE" }),
    orElse: () => ({
      ids: `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
        SELECT n, printf('%026d', n) AS id FROM numbers`,
      no: "0"
    })
  })
  yield* sql.unsafe(`INSERT INTO whitelabel_brandings
      (whitelabel_branding_id, organization_id, subscription_id, tier, base_label, base_zone, label_changes, create_zone, enabled,
        onboarding_status, attempts, period, renewal_mode, term_due_on, domain_check_due_on, dns_zone_id, open_charges,
        created_on, updated_on)
    SELECT 'wlb_' || id, 'organization_' || id, 'subscription_' || id, 'base', 'label' || n, 'brands.example', '[]', ${no}, ${no},
      'active', 0, '{"unit":"m","value":1}', 'renew', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 'zone_' || id, '[]', ${at}, ${at}
    FROM (${ids}) AS numbered`)
  yield* sql.unsafe(`UPDATE whitelabel_brandings SET term_due_on = ${at} WHERE whitelabel_branding_id LIKE '%01'`)
  yield* sql.unsafe(`UPDATE whitelabel_brandings SET step_due_on = ${at} WHERE whitelabel_branding_id LIKE '%02'`)
  yield* sql.unsafe(
    `UPDATE whitelabel_brandings SET domain_check_due_on = ${at} WHERE whitelabel_branding_id LIKE '%03'`
  )
  yield* sql.unsafe(`INSERT INTO whitelabel_labels (skeleton, label, organization_id)
    SELECT 'label' || n, 'label' || n, 'organization_' || id FROM (${ids}) AS numbered`)
  for (const part of ["app", "auth"]) {
    yield* sql.unsafe(`INSERT INTO whitelabel_hosts
        (hostname, whitelabel_branding_id, organization_id, part, state, pair, dns_zone_id)
      SELECT '${part}.label' || n || '.brands.example', 'wlb_' || id, 'organization_' || id, '${part}', 'serving',
        'label' || n || '.brands.example', 'zone_' || id FROM (${ids}) AS numbered`)
  }
})

const id = "00000000000000000000000007"
const organization = OrganizationId.make(`organization_${id}`)
const known = WhitelabelId.make(`wlb_${id}`)
const now = DateTime.makeUnsafe("2026-01-02T00:00:00Z")

/** The statements of requests, of the schedule and of servers. */
export const whitelabelStatements = Effect.gen(function*() {
  const store = yield* WhitelabelStore
  const host = Hostname.make("app.label7.brands.example")
  const claim = { label: "label7", skeleton: "label7", organization_id: organization }
  const found = Option.getOrThrow(yield* store.find(organization))
  const config: StoredWhitelabel = {
    ...found,
    whitelabel_branding_id: yield* newWhitelabelId,
    subscription_id: yield* newSubscriptionId
  }
  const added = {
    hostname: Hostname.make("new.brands.example"),
    whitelabel_branding_id: known,
    organization_id: organization,
    part: "app" as const,
    state: "serving" as const,
    pair: "new.brands.example",
    dns_zone_id: yield* newZoneId
  }
  const all = [
    yield* sentBy("find", store.find(organization)),
    yield* sentBy("find by id", store.findById(known)),
    yield* sentBy("lock", store.lock(organization)),
    yield* sentBy("insert", store.insert(config)),
    yield* sentBy("save", store.save(found)),
    yield* sentBy("due", store.due(now, 500)),
    yield* sentBy("of zones", store.ofZones([added.dns_zone_id])),
    yield* sentBy("page", store.page(known, 10)),
    yield* sentBy("take label", store.takeLabel(claim, now)),
    yield* sentBy("release label", store.releaseLabel(claim, now)),
    yield* sentBy("hosts", store.hosts(known)),
    yield* sentBy("insert hosts", store.insertHosts([added])),
    yield* sentBy("host state", store.setHostState([host], "withdrawn")),
    yield* sentBy("hosts beside", store.hostsBeside(host)),
    yield* sentBy("holder", store.hasHostsIn(added.dns_zone_id)),
    yield* sentBy("remove hosts", store.removeHosts([host])),
    yield* sentBy("remove", store.remove(known))
  ]
  return all.flatMap(({ sent }) => sent)
})
