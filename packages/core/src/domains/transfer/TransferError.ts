import { Schema } from "effect"

const fields = { domain_name: Schema.String, reason: Schema.String }

/** A transfer that cannot be: no such name, nothing pending, or another refusal of the registry. */
export class TransferRefused extends Schema.TaggedError<TransferRefused>()("TransferRefused", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER" as const
  }
  override get message() {
    return this.reason
  }
}

/** There is no pending inbound transfer that could be taken back. */
export class TransferNotPending extends Schema.TaggedError<TransferNotPending>()("TransferNotPending", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER_NOT_PENDING" as const
  }
  override get message() {
    return this.reason
  }
}

/** The TLD needs an auth code, and none was given. */
export class AuthCodeMalformed extends Schema.TaggedError<AuthCodeMalformed>()("AuthCodeMalformed", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER_AUTHINFO_MALFORMED" as const
  }
  override get message() {
    return this.reason
  }
}

export class AuthCodeWrong extends Schema.TaggedError<AuthCodeWrong>()("AuthCodeWrong", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE" as const
  }
  override get message() {
    return this.reason
  }
}

/** The domain is in the caller's account already. */
export class TransferAlreadyOwned extends Schema.TaggedError<TransferAlreadyOwned>()("TransferAlreadyOwned", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER_ALREADY_OWNED" as const
  }
  override get message() {
    return this.reason
  }
}

/** The domain is in another account of this platform. */
export class TransferInternal extends Schema.TaggedError<TransferInternal>()("TransferInternal", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER_INTERNAL_NOT_SUPPORTED" as const
  }
  override get message() {
    return this.reason
  }
}

/** A lock, or a rule about fresh names, keeps the domain where it is. */
export class TransferNotAllowed extends Schema.TaggedError<TransferNotAllowed>()("TransferNotAllowed", fields) {
  get code() {
    return "ERROR_DOMAIN_TRANSFER_NOT_ALLOWED" as const
  }
  override get message() {
    return this.reason
  }
}
