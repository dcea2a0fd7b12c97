import { Schema } from "effect"
import { Instant, TypeId } from "../shared/index.ts"

export const ObjectLogId = TypeId.schema("object_log").pipe(Schema.brand("ObjectLogId"))
export type ObjectLogId = typeof ObjectLogId.Type
export const newObjectLogId = TypeId.generator("object_log", (text) => ObjectLogId.make(text))

/** What happened to an object. Source: gaps of the REST specification, "Archive and audit". */
export const ObjectLogAction = Schema.Literals([
  "CREATED",
  "UPDATED",
  "DELETED",
  "IMPORTED",
  "TRANSFER_STARTED",
  "TRANSFER_COMPLETED",
  "TRANSFER_OUT_STARTED",
  "TRANSFER_OUT_COMPLETED",
  "RENEWED",
  "RESTORED",
  "BILLING_TRANSACTION_RESERVED",
  "BILLING_TRANSACTION_SUCCEEDED",
  "BILLING_TRANSACTION_FAILED",
  "BILLING_TRANSACTION_CANCELLED"
]).annotate({ identifier: "ObjectEventType" })
export type ObjectLogAction = typeof ObjectLogAction.Type

/** Objects whose changes are logged. */
export type LoggedObjectType =
  | "API_KEY"
  | "BILLING_TRANSACTION"
  | "CONTACT"
  | "DOMAIN"
  | "HOST"
  | "INVOICE"
  | "IP_RESTRICTION"
  | "ORGANIZATION"
  | "ROLE"
  | "USER"
  | "WEBHOOK"
  | "WHITELABEL_BRANDING"
  | "ZONE"

/** Who changed an object. Keys act as their organization. */
export const Performer = Schema.Literals(["user", "organization", "system"]).annotate({ identifier: "ExecutingEntity" })
export type Performer = typeof Performer.Type

const Members = Schema.Record(Schema.String, Schema.Json)

/** Changed members before and after the change; secrets are masked. */
export const ObjectLogDetails = Schema.Struct({ before: Members, after: Members })
  .annotate({ identifier: "ObjectLogDetails" })
export type ObjectLogDetails = typeof ObjectLogDetails.Type

/** One change of one object. */
export const ObjectLogEntry = Schema.Struct({
  object_log_id: ObjectLogId,
  object_type: Schema.String,
  object_id: Schema.String,
  action: ObjectLogAction,
  /** Null if no member of the object changed. */
  details: Schema.NullOr(ObjectLogDetails),
  performed_by_type: Performer,
  /** User or organization; null for the platform itself. */
  performed_by_id: Schema.NullOr(Schema.String),
  /** API key with which the organization acted. */
  api_key_id: Schema.NullOr(Schema.String),
  /** Request that changed the object; null for work without one, such as jobs. */
  server_request_id: Schema.NullOr(Schema.String),
  created_on: Instant.Instant
}).annotate({ identifier: "ObjectLog" })
export type ObjectLogEntry = typeof ObjectLogEntry.Type

export const ObjectLogSortField = Schema.Literals([
  "object_log_id",
  "object_id",
  "object_type",
  "action",
  "created_on",
  "server_request_id",
  "performed_by_type",
  "performed_by_id"
]).annotate({ identifier: "ObjectLogSortField" })
export type ObjectLogSortField = typeof ObjectLogSortField.Type

/** Filter of the list; bounds of times are exclusive. */
export interface ObjectLogFilter {
  readonly object_log_id?: string | undefined
  readonly object_type?: string | undefined
  readonly object_id?: string | undefined
  readonly action?: ObjectLogAction | undefined
  readonly server_request_id?: string | undefined
  readonly performed_by_type?: Performer | undefined
  readonly performed_by_id?: string | undefined
  readonly created_before?: Instant.Instant | undefined
  readonly created_after?: Instant.Instant | undefined
}
