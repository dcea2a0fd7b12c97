import { CodedError } from "../shared/index.ts"

/** No link has this token, or it was used, has expired, or was ended by a change of the user. */
export class UserLinkEnded extends CodedError<UserLinkEnded>()("UserLinkEnded", {
  code: "ERROR_AUTHENTICATION",
  message: "This link does not work any more"
}) {}
