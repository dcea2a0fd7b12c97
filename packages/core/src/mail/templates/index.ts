export { contactVerification } from "./contactVerification.ts"
