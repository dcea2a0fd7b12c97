import { Schema } from "effect"
import { TagColor } from "./Tag.ts"

/** Tags that the platform sets on domains and contacts. Source: REST specification, "Tags". */
export const StatusTagType = Schema.Literals([
  "VERIFICATION_REQUIRED",
  "CREATE_REQUESTED",
  "INBOUND_TRANSFER_PENDING",
  "OUTBOUND_TRANSFER_PENDING",
  "EXTERNAL",
  "IMPORT_REQUESTED",
  "IMPORT_PENDING",
  "DNSSEC_PENDING"
]).annotate({ identifier: "StatusTagType" })
export type StatusTagType = typeof StatusTagType.Type

/** Status tag as part of an object. `type` repeats `tag_type` for clients that read it there. */
export const StatusTag = Schema.Struct({
  tag_type: StatusTagType,
  type: StatusTagType,
  label: Schema.String,
  color: TagColor,
  description: Schema.NullOr(Schema.String)
}).annotate({ identifier: "StatusTag" })
export type StatusTag = typeof StatusTag.Type

const appearances: Record<StatusTagType, { readonly color: TagColor; readonly description: string }> = {
  VERIFICATION_REQUIRED: { color: "color-1", description: "The registrant's data have to be verified" },
  CREATE_REQUESTED: { color: "color-4", description: "The registry has not confirmed the registration yet" },
  INBOUND_TRANSFER_PENDING: { color: "color-4", description: "The domain is on its way into this account" },
  OUTBOUND_TRANSFER_PENDING: { color: "color-4", description: "Another registrar has asked for the domain" },
  EXTERNAL: { color: "color-7", description: "The domain is kept at an external registrar" },
  IMPORT_REQUESTED: { color: "color-4", description: "An import has been asked for" },
  IMPORT_PENDING: { color: "color-4", description: "An import is running" },
  DNSSEC_PENDING: { color: "color-4", description: "The registry has not accepted the DNSSEC data yet" }
}

/** Wire form of a status tag: `VERIFICATION_REQUIRED` has the label `VERIFICATION REQUIRED`. */
export const statusTag = (tag_type: StatusTagType): StatusTag => ({
  tag_type,
  type: tag_type,
  label: tag_type.replaceAll("_", " "),
  ...appearances[tag_type]
})
