import { Schema } from "effect"

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
