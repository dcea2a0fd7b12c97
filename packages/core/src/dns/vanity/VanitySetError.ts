import { Schema } from "effect"
import { VanitySetStatus } from "./VanitySet.ts"

export class VanitySetNotFound extends Schema.TaggedError<VanitySetNotFound>()("VanitySetNotFound", {
  set_id: Schema.String
}) {
  get code() {
    return "ERROR_VANITY_NS_NOT_FOUND" as const
  }
  override get message() {
    return `No vanity nameserver set ${this.set_id}`
  }
}

/** Zones are given to active sets only. */
export class VanitySetNotActive extends Schema.TaggedError<VanitySetNotActive>()("VanitySetNotActive", {
  set_id: Schema.String
}) {
  get code() {
    return "ERROR_VANITY_NS_STATE" as const
  }
  override get message() {
    return `Vanity nameserver set ${this.set_id} is not active`
  }
}

/** The set's status does not allow what was asked for. */
export class VanitySetStateForbids extends Schema.TaggedError<VanitySetStateForbids>()("VanitySetStateForbids", {
  set_id: Schema.String,
  set_status: VanitySetStatus
}) {
  get code() {
    return "ERROR_VANITY_NS_STATE" as const
  }
  override get message() {
    return `Vanity nameserver set ${this.set_id} is ${this.set_status}`
  }
}

export class VanitySetInUse extends Schema.TaggedError<VanitySetInUse>()("VanitySetInUse", {
  set_id: Schema.String,
  /** How many zones show it. */
  zone_count: Schema.Int
}) {
  get code() {
    return "ERROR_VANITY_NS_IN_USE" as const
  }
  override get message() {
    return `${this.zone_count} zones use vanity nameserver set ${this.set_id}`
  }
}

/** New zones are given to the set while there are others that they could be given to. */
export class DefaultVanitySet extends Schema.TaggedError<DefaultVanitySet>()("DefaultVanitySet", {
  set_id: Schema.String
}) {
  get code() {
    return "ERROR_VANITY_NS_IS_DEFAULT" as const
  }
  override get message() {
    return `Vanity nameserver set ${this.set_id} is the default; make another one the default first`
  }
}

/** The price list has no price for it. */
export class VanitySetsNotSold extends Schema.TaggedError<VanitySetsNotSold>()("VanitySetsNotSold", {
  product_type: Schema.String
}) {
  get code() {
    return "ERROR_PRODUCT_NOT_AVAILABLE" as const
  }
  override get message() {
    return "Vanity nameserver sets are not sold to this account"
  }
}
