import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { dueColumns } from "../src/DueTimes.ts"

const leftToReaders = "compared with the time when it is read"
const leftToCleaning = "old records are removed without a result that depends on the time"
const leftToNextAction = "part of next_action_on"

/** Columns with a later time that the clock does not stop at, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "api_keys.expires_at": leftToReaders,
  "applicant_declarations.expires_on": leftToNextAction,
  "approvals.expires_on": leftToReaders,
  "contact_claims.expires_on": leftToReaders,
  "contact_verifications.expires_on": leftToReaders,
  "dns_aliases.due_on": "addresses are looked up every few minutes, which would stop the clock too often",
  "domain_keys.expires_on": "copy of domains.expires_on for lists",
  "certificates.expires_on": leftToReaders,
  "certificates.renew_on": "part of due_on",
  "claims_notices.expires_on": leftToCleaning,
  "domain_quotes.expires_on": leftToCleaning,
  "domains.auth_code_expires_on": leftToNextAction,
  "domains.expires_on": leftToNextAction,
  "idempotency_keys.expires_on": leftToCleaning,
  "realm_records.expires_on": leftToCleaning,
  "reconciliation_runs.payments_due_on": "payments are compared every week, which would stop the clock too often",
  "registry_session_slots.expires_on": "leases of processes",
  "revoked_tokens.expires_on": leftToCleaning,
  "sign_in_attempts.expires_on": leftToCleaning,
  "vanity_sets.expires_on": leftToNextAction,
  "vanity_sets.grace_period_ends_at": leftToNextAction,
  "vanity_sets.provisioning_ends_on": leftToNextAction,
  "vanity_sets.renew_scheduled_at": leftToNextAction,
  "webhook_endpoints.previous_secret_expires_on": leftToReaders,
  "whitelabel_brandings.expires_on": "part of term_due_on",
  "whitelabel_brandings.grace_period_ends_at": "part of term_due_on",
  "whitelabel_brandings.retry_until": "part of step_due_on",
  "whitelabel_labels.held_until": leftToReaders
}

/** Names of columns with a time in the future when it is stored. */
const later =
  /^(not_before|(.+_)?(due|renew|starts|ends|expires)_(on|at)|next_.+_(on|at)|.+_scheduled_(on|at)|.+_until)$/

/** Columns of the migrated schema, as `table.column`. */
const laterColumns = async (): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-"))
  try {
    const filename = join(folder, "data.sqlite")
    await (await testPlatform({ filename })).dispose()
    const database = new DatabaseSync(filename)
    const rows = database.prepare(
      "SELECT m.name AS t, c.name AS c FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    ).all()
    database.close()
    return rows.filter(({ c }) => later.test(String(c))).map(({ c, t }) => `${String(t)}.${String(c)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the times that the clock of a test platform stops at", () => {
  it("are all columns of the schema with a later time, but for those that name a reason", async () => {
    assert.sameMembers([...dueColumns, ...Object.keys(exceptions)], [...await laterColumns()])
  })
})
