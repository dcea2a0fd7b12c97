import { Schema } from "effect"
import { CodedError } from "../../shared/index.ts"
import { VanitySetStatus } from "./VanitySet.ts"

export class VanitySetNotFound extends CodedError<VanitySetNotFound>()("VanitySetNotFound", {
  code: "ERROR_VANITY_NS_NOT_FOUND",
  fields: { set_id: Schema.String },
  message: ({ set_id }) => `No vanity nameserver set ${set_id}`
}) {}

/** Only active sets can be assigned to zones. */
export class VanitySetNotActive extends CodedError<VanitySetNotActive>()("VanitySetNotActive", {
  code: "ERROR_VANITY_NS_STATE",
  fields: { set_id: Schema.String },
  message: ({ set_id }) => `Vanity nameserver set ${set_id} is not active`
}) {}

/** The set's status does not allow the request. */
export class VanitySetStateForbids extends CodedError<VanitySetStateForbids>()("VanitySetStateForbids", {
  code: "ERROR_VANITY_NS_STATE",
  fields: { set_id: Schema.String, set_status: VanitySetStatus },
  message: ({ set_id, set_status }) => `Vanity nameserver set ${set_id} is ${set_status}`
}) {}

export class VanitySetInUse extends CodedError<VanitySetInUse>()("VanitySetInUse", {
  code: "ERROR_VANITY_NS_IN_USE",
  fields: {
    set_id: Schema.String,
    /** Number of zones with the set. */
    zone_count: Schema.Int
  },
  message: ({ set_id, zone_count }) => `${zone_count} zones use vanity nameserver set ${set_id}`
}) {}

/** The set is the default, and the organization has other active sets. */
export class DefaultVanitySet extends CodedError<DefaultVanitySet>()("DefaultVanitySet", {
  code: "ERROR_VANITY_NS_IS_DEFAULT",
  fields: { set_id: Schema.String },
  message: ({ set_id }) => `Vanity nameserver set ${set_id} is the default; make another one the default first`
}) {}

/** The price list has no price for the operation. */
export class VanitySetsNotSold extends CodedError<VanitySetsNotSold>()("VanitySetsNotSold", {
  code: "ERROR_PRODUCT_NOT_AVAILABLE",
  fields: { product_type: Schema.String },
  message: "Vanity nameserver sets are not sold to this account"
}) {}
