/**
 * Attributes of spans that leave the process; all others are dropped, because they may contain secrets or text of
 * callers. Names with the prefix `namewright.` are those of the platform, the others those of the semantic conventions
 * of OpenTelemetry.
 */
export const spanAttributes = [
  "db.namespace",
  "db.operation.name",
  "db.query.text",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "messaging.destination.name",
  "messaging.operation.type",
  "messaging.system",
  "namewright.epp.command",
  "namewright.epp.transaction_id",
  "namewright.job.attempt",
  "namewright.job.id",
  "namewright.job.kind",
  "namewright.nameserver.name",
  "namewright.organization.id",
  "namewright.registry.command",
  "namewright.registry.name",
  "namewright.webhook.delivery.id",
  "namewright.zones",
  "network.protocol.name",
  "server.address",
  "server.port",
  "url.scheme"
] as const

export type SpanAttribute = (typeof spanAttributes)[number]

const exported: ReadonlySet<string> = new Set(spanAttributes)

/** True for an attribute that may leave the process. */
export const isExported = (name: string): boolean => exported.has(name)
