import { Schema } from "effect"

export class HostNotFound extends Schema.TaggedError<HostNotFound>()("HostNotFound", {
  host_reference: Schema.String
}) {
  get code() {
    return "ERROR_HOST_NOT_FOUND" as const
  }
  override get message() {
    return `No host ${this.host_reference}`
  }
}

export class ParentDomainNotFound extends Schema.TaggedError<ParentDomainNotFound>()("ParentDomainNotFound", {
  hostname: Schema.String,
  parent_domain: Schema.String
}) {
  get code() {
    return "ERROR_PARENT_DOMAIN_NOT_FOUND" as const
  }
  override get message() {
    return `No domain of this account is a parent of ${this.hostname}`
  }
}

export class HostAlreadyExists extends Schema.TaggedError<HostAlreadyExists>()("HostAlreadyExists", {
  hostname: Schema.String
}) {
  get code() {
    return "ERROR_HOST_ALREADY_EXISTS" as const
  }
  override get message() {
    return `Host ${this.hostname} already exists`
  }
}

export class HostInUse extends Schema.TaggedError<HostInUse>()("HostInUse", { host_reference: Schema.String }) {
  get code() {
    return "ERROR_HOST_IN_USE" as const
  }
  override get message() {
    return `A domain delegates to ${this.host_reference}`
  }
}

export class HostObjectsNotSupported extends Schema.TaggedError<HostObjectsNotSupported>()("HostObjectsNotSupported", {
  tld: Schema.String
}) {
  get code() {
    return "ERROR_HOST_OBJECTS_NOT_SUPPORTED" as const
  }
  override get message() {
    return `The registry of .${this.tld} keeps addresses with the domain and has no host objects`
  }
}
