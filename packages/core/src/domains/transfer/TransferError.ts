import { Schema } from "effect"
import { CodedError } from "../../shared/index.ts"

const fields = { domain_name: Schema.String, reason: Schema.String }

/** A transfer that cannot be: no such name, nothing pending, or another refusal of the registry. */
export class TransferRefused extends CodedError<TransferRefused>()("TransferRefused", {
  code: "ERROR_DOMAIN_TRANSFER",
  fields,
  message: ({ reason }) => reason
}) {}

/** There is no pending inbound transfer that could be taken back. */
export class TransferNotPending extends CodedError<TransferNotPending>()("TransferNotPending", {
  code: "ERROR_DOMAIN_TRANSFER_NOT_PENDING",
  fields,
  message: ({ reason }) => reason
}) {}

/** The TLD needs an auth code, and none was given. */
export class AuthCodeMalformed extends CodedError<AuthCodeMalformed>()("AuthCodeMalformed", {
  code: "ERROR_DOMAIN_TRANSFER_AUTHINFO_MALFORMED",
  fields,
  message: ({ reason }) => reason
}) {}

export class AuthCodeWrong extends CodedError<AuthCodeWrong>()("AuthCodeWrong", {
  code: "ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE",
  fields,
  message: ({ reason }) => reason
}) {}

/** The domain is in the caller's account already. */
export class TransferAlreadyOwned extends CodedError<TransferAlreadyOwned>()("TransferAlreadyOwned", {
  code: "ERROR_DOMAIN_TRANSFER_ALREADY_OWNED",
  fields,
  message: ({ reason }) => reason
}) {}

/** The domain is in another account of this platform. */
export class TransferInternal extends CodedError<TransferInternal>()("TransferInternal", {
  code: "ERROR_DOMAIN_TRANSFER_INTERNAL_NOT_SUPPORTED",
  fields,
  message: ({ reason }) => reason
}) {}

/** A lock, or a rule about fresh names, keeps the domain where it is. */
export class TransferNotAllowed extends CodedError<TransferNotAllowed>()("TransferNotAllowed", {
  code: "ERROR_DOMAIN_TRANSFER_NOT_ALLOWED",
  fields,
  message: ({ reason }) => reason
}) {}
