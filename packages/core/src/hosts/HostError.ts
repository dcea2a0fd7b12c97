import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

export class HostNotFound extends CodedError<HostNotFound>()("HostNotFound", {
  code: "ERROR_HOST_NOT_FOUND",
  fields: { host_reference: Schema.String },
  message: ({ host_reference }) => `No host ${host_reference}`
}) {}

export class ParentDomainNotFound extends CodedError<ParentDomainNotFound>()("ParentDomainNotFound", {
  code: "ERROR_PARENT_DOMAIN_NOT_FOUND",
  fields: { hostname: Schema.String, parent_domain: Schema.String },
  message: ({ hostname }) => `No domain of this account is a parent of ${hostname}`
}) {}

export class HostAlreadyExists extends CodedError<HostAlreadyExists>()("HostAlreadyExists", {
  code: "ERROR_HOST_ALREADY_EXISTS",
  fields: { hostname: Schema.String },
  message: ({ hostname }) => `Host ${hostname} already exists`
}) {}

export class HostInUse extends CodedError<HostInUse>()("HostInUse", {
  code: "ERROR_HOST_IN_USE",
  fields: { host_reference: Schema.String },
  message: ({ host_reference }) => `A domain delegates to ${host_reference}`
}) {}

export class HostObjectsNotSupported extends CodedError<HostObjectsNotSupported>()("HostObjectsNotSupported", {
  code: "ERROR_HOST_OBJECTS_NOT_SUPPORTED",
  fields: { tld: Schema.String },
  message: ({ tld }) => `The registry of .${tld} keeps addresses with the domain and has no host objects`
}) {}
