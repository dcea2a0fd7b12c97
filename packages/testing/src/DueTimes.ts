import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Work with a time, as it is stored. */
export interface DueTimes {
  /** True if work whose time has come is not done yet. */
  readonly isOverdue: boolean
  /** The earliest later time, in milliseconds since 1970; infinite if there is none. */
  readonly next: number
}

/**
 * Columns with the time of scheduled work. Work without one, such as the removal of old records, has no result that
 * depends on its time. Aliases are left out: their addresses are looked up every few minutes.
 */
const columns = [
  ["domains", "next_action_on"],
  ["registrar_credentials", "next_sync_on"],
  ["applicant_declarations", "next_action_on"],
  ["vanity_sets", "next_action_on"],
  ["registry_intents", "due_on"],
  ["registry_maintenances", "starts_on"],
  ["registry_maintenances", "ends_on"],
  ["dns_publications", "due_on"],
  ["dns_zone_signing", "due_on"],
  ["dns_zone_signing", "renew_on"],
  ["dns_zone_states", "check_due_on"],
  ["certificates", "due_on"],
  ["whitelabel_brandings", "step_due_on"],
  ["whitelabel_brandings", "term_due_on"],
  ["whitelabel_brandings", "domain_check_due_on"],
  ["webhook_deliveries", "next_attempt_on"],
  ["payments", "next_check_on"],
  ["organization_vat_checks", "due_on"],
  ["branding_senders", "due_on"],
  ["sim_domains", "due_on"],
  ["sim_contacts", "due_on"]
] as const

/** The same, and the times of jobs, as `table.column`. */
export const dueColumns: ReadonlyArray<string> = [
  ...columns.map(([table, column]) => `${table}.${column}`),
  "jobs.not_before"
]

/** Jobs that wait for a time, except for the rounds of the timetable. */
const jobs = "SELECT not_before AS due FROM jobs WHERE time_wait = 1 AND kind <> 'timetable.round'"

/** Messages of registries wait for the next round. */
const messages = "SELECT queued_on AS due FROM sim_messages WHERE registrar = 'platform'"

const everything = [
  jobs,
  messages,
  ...columns.map(([table, column]) => `SELECT ${column} AS due FROM ${table} WHERE ${column} IS NOT NULL`)
].join(" UNION ALL ")

/** Work that is stored with a time, seen from `now`. */
export const dueTimes = Effect.fnUntraced(function*(now: number) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(now).toISOString()
  const [row] = yield* sql<{ readonly overdue: number; readonly next: string | null }>`
    SELECT count(*) FILTER (WHERE due <= ${at}) AS overdue, min(due) FILTER (WHERE due > ${at}) AS next
    FROM (${sql.literal(everything)})`
  const found: DueTimes = {
    isOverdue: (row?.overdue ?? 0) > 0,
    next: row === undefined || row.next === null ? Infinity : Date.parse(row.next)
  }
  return found
})
