export { contactVerification } from "./contactVerification.ts"
export { declarationReminder } from "./declarationReminder.ts"
export { declarationRequest } from "./declarationRequest.ts"
export { userInvitation } from "./userInvitation.ts"
