import { Schema } from "effect"
import { CodedError } from "../../shared/index.ts"

const fields = { domain_name: Schema.String, reason: Schema.String }

/** The transfer is impossible: no such name, nothing pending, or another refusal of the registry. */
export class TransferRefused extends CodedError<TransferRefused>()("TransferRefused", {
  code: "ERROR_DOMAIN_TRANSFER",
  fields,
  message: ({ reason }) => reason
}) {}

/** No inbound transfer is pending. */
export class TransferNotPending extends CodedError<TransferNotPending>()("TransferNotPending", {
  code: "ERROR_DOMAIN_TRANSFER_NOT_PENDING",
  fields,
  message: ({ reason }) => reason
}) {}

/** The TLD requires an auth code and the request has none. */
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

/** The domain is already in the caller's account. */
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

/** A lock, or a rule about new registrations, prevents the transfer. */
export class TransferNotAllowed extends CodedError<TransferNotAllowed>()("TransferNotAllowed", {
  code: "ERROR_DOMAIN_TRANSFER_NOT_ALLOWED",
  fields,
  message: ({ reason }) => reason
}) {}
