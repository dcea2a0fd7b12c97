import { Schema } from "effect"
import { CodedError, limits } from "../../shared/index.ts"
import { OnboardingStatus } from "./Whitelabel.ts"

/** The organization has no white-label configuration. */
export class WhitelabelNotFound extends CodedError<WhitelabelNotFound>()("WhitelabelNotFound", {
  code: "ERROR_WHITELABEL_NOT_FOUND",
  message: "The organization has no white-label configuration"
}) {}

/** The operator has set no zone for white-label hosts, or does not host it. */
export class WhitelabelZoneMissing extends CodedError<WhitelabelZoneMissing>()("WhitelabelZoneMissing", {
  code: "ERROR_WHITELABEL_BASE_ZONE_MISSING",
  message: "This installation has no zone for white-label hosts"
}) {}

/** The label is malformed, reserved or protected. */
export class WhitelabelLabelInvalid extends CodedError<WhitelabelLabelInvalid>()("WhitelabelLabelInvalid", {
  code: "ERROR_WHITELABEL_LABEL_INVALID",
  fields: { label: Schema.String, reason: Schema.String },
  message: ({ label, reason }) => `The label ${label} cannot be used: ${reason}`
}) {}

/** Another organization has the label or one that looks like it, or had it in the last 90 days. */
export class WhitelabelLabelTaken extends CodedError<WhitelabelLabelTaken>()("WhitelabelLabelTaken", {
  code: "ERROR_WHITELABEL_LABEL_TAKEN",
  fields: { label: Schema.String },
  message: ({ label }) => `The label ${label}, or one that looks like it, is taken`
}) {}

/** The label was changed as often as it can be in 90 days. */
export class WhitelabelLabelLimit extends CodedError<WhitelabelLabelLimit>()("WhitelabelLabelLimit", {
  code: "ERROR_WHITELABEL_LABEL_LIMIT",
  fields: { changeable_on: Schema.String },
  message: ({ changeable_on }) =>
    `The label was changed ${limits.whitelabel.labelChanges} times in ${limits.whitelabel.labelDays} days; it can be changed again on ${changeable_on}`
}) {}

/** The state of the configuration does not allow the request. */
export class WhitelabelStateForbids extends CodedError<WhitelabelStateForbids>()("WhitelabelStateForbids", {
  code: "ERROR_WHITELABEL_STATE",
  fields: { onboarding_status: OnboardingStatus, reason: Schema.String },
  message: ({ reason }) => reason
}) {}

/** The price list has no price for the operation. */
export class WhitelabelNotSold extends CodedError<WhitelabelNotSold>()("WhitelabelNotSold", {
  code: "ERROR_PRODUCT_NOT_AVAILABLE",
  fields: { product_type: Schema.String },
  message: "White-label configurations are not sold to this account"
}) {}
