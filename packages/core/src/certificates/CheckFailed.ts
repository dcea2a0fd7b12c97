import { Data } from "effect"
import type { CertificateErrorCode } from "./CertificateErrorCode.ts"

/** No order can succeed: a check before or during it has failed. */
export class CheckFailed extends Data.TaggedError("CheckFailed")<{
  readonly code: CertificateErrorCode
  readonly message: string
}> {}
