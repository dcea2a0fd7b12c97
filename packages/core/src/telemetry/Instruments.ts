/** Name, unit and attributes of a metric in OpenTelemetry. */
export interface Instrument {
  /** Name by the semantic conventions, or with the prefix `namewright.`. */
  readonly name: string
  /** Unit in UCUM: `s`, `{job}`; empty for a number without one. */
  readonly unit: string
  /** Names of the attributes in OpenTelemetry, by the names of the labels in `/metrics`. */
  readonly attributes: Readonly<Record<string, string>>
}

const registry = { registry: "namewright.registry.name" } as const
const outcome = { outcome: "namewright.outcome" } as const
const nameserver = { nameserver: "namewright.nameserver.name" } as const
const job = { kind: "namewright.job.kind" } as const

/**
 * Instruments by the names that `/metrics` has. Null for metrics that are contained in another instrument: histograms
 * count, too.
 */
export const instruments = {
  http_requests_total: null,
  http_request_duration_seconds: {
    name: "http.server.request.duration",
    unit: "s",
    attributes: { method: "http.request.method", route: "http.route", status: "http.response.status_code" }
  },
  db_client_operation_duration_seconds: {
    name: "db.client.operation.duration",
    unit: "s",
    attributes: { system: "db.system.name", operation: "db.operation.name" }
  },
  storage_transaction_reruns_total: {
    name: "namewright.storage.transaction.reruns",
    unit: "{transaction}",
    attributes: {}
  },
  registry_command_duration_seconds: {
    name: "namewright.registry.command.duration",
    unit: "s",
    attributes: { ...registry, ...outcome, command: "namewright.registry.command" }
  },
  registry_intents_open: { name: "namewright.registry.intents.open", unit: "{intent}", attributes: registry },
  registry_intents_escalated: { name: "namewright.registry.intents.escalated", unit: "{intent}", attributes: registry },
  registry_intents_escalated_total: {
    name: "namewright.registry.intents.escalations",
    unit: "{intent}",
    attributes: { ...registry, kind: "namewright.intent.kind" }
  },
  registry_paused: { name: "namewright.registry.paused", unit: "", attributes: registry },
  registry_messages_parked: { name: "namewright.registry.messages.parked", unit: "{message}", attributes: registry },
  registry_message_rounds_total: {
    name: "namewright.registry.message.rounds",
    unit: "{round}",
    attributes: { ...registry, ...outcome }
  },
  registry_credit_differences_total: {
    name: "namewright.registry.credit.differences",
    unit: "{deletion}",
    attributes: registry
  },
  domains_unknown_sponsor_total: {
    name: "namewright.registry.unknown_sponsors",
    unit: "{query}",
    attributes: registry
  },
  epp_sessions: { name: "namewright.epp.sessions", unit: "{session}", attributes: registry },
  epp_commands_waiting: { name: "namewright.epp.commands.waiting", unit: "{command}", attributes: registry },
  epp_circuit_open: { name: "namewright.epp.circuit.open", unit: "", attributes: registry },
  epp_logins_total: { name: "namewright.epp.logins", unit: "{login}", attributes: { ...registry, ...outcome } },
  epp_commands_total: {
    name: "namewright.epp.commands",
    unit: "{command}",
    attributes: { ...registry, command: "namewright.epp.command", code: "namewright.epp.result_code" }
  },
  epp_command_duration_seconds: {
    name: "namewright.epp.command.duration",
    unit: "s",
    attributes: { ...registry, command: "namewright.epp.command" }
  },
  jobs_queued: { name: "namewright.jobs.queued", unit: "{job}", attributes: { topic: "namewright.job.topic" } },
  jobs_waiting: { name: "namewright.jobs.waiting", unit: "{job}", attributes: { status: "namewright.job.status" } },
  jobs_running: { name: "namewright.jobs.running", unit: "{job}", attributes: job },
  jobs_total: { name: "namewright.jobs.ended", unit: "{job}", attributes: { ...job, status: "namewright.job.status" } },
  job_duration_seconds: { name: "namewright.job.duration", unit: "s", attributes: { ...job, ...outcome } },
  job_wait_seconds: { name: "namewright.job.wait", unit: "s", attributes: job },
  work_rounds_total: {
    name: "namewright.work.rounds",
    unit: "{round}",
    attributes: { ...outcome, work: "namewright.work.name" }
  },
  webhook_attempt_duration_seconds: { name: "namewright.webhook.attempt.duration", unit: "s", attributes: outcome },
  reconciliation_findings_total: {
    name: "namewright.reconciliation.findings",
    unit: "{finding}",
    attributes: { kind: "namewright.finding.kind" }
  },
  payment_notices_total: { name: "namewright.payment.notices", unit: "{notice}", attributes: outcome },
  ledger_charges_total: {
    name: "namewright.ledger.charges",
    unit: "{charge}",
    attributes: { kind: "namewright.charge.kind", currency: "namewright.currency" }
  },
  ledger_charged_minor_units_total: {
    name: "namewright.ledger.charged",
    unit: "{minor_unit}",
    attributes: { kind: "namewright.charge.kind", currency: "namewright.currency" }
  },
  certificate_orders_total: {
    name: "namewright.certificate.orders",
    unit: "{attempt}",
    attributes: { ...outcome, authority: "namewright.certificate.authority" }
  },
  certificates_overdue: { name: "namewright.certificates.overdue", unit: "{certificate}", attributes: {} },
  dns_publications_total: {
    name: "namewright.dns.publications",
    unit: "{publication}",
    attributes: { ...nameserver, ...outcome }
  },
  dns_publications_pending: { name: "namewright.dns.publications.pending", unit: "{zone}", attributes: nameserver },
  dns_publication_lag_seconds: { name: "namewright.dns.publication.lag", unit: "s", attributes: nameserver }
} as const satisfies Readonly<Record<string, Instrument | null>>

const known: Readonly<Record<string, Instrument | null>> = instruments

/** The instrument of a metric; undefined for a metric that is not exported to OpenTelemetry. */
export const instrumentOf = (id: string): Instrument | undefined =>
  Object.hasOwn(known, id) ? known[id] ?? undefined : undefined

/** Upper bounds of the buckets of durations, in seconds. */
export const durationBounds: ReadonlyArray<number> = [
  0.001,
  0.0025,
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  30
]
