import { registration } from "../shared/registration.ts"
import { ContactVerificationsApi } from "./ContactVerificationsApi.ts"
import { VerificationLinksApi } from "./VerificationLinksApi.ts"

export const emailVerificationSlice = [
  registration(ContactVerificationsApi, () => import("./ContactVerificationsHandlers.ts")),
  registration(VerificationLinksApi, () => import("./VerificationLinksHandlers.ts"))
] as const
