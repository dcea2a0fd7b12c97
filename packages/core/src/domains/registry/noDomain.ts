import { RegistryRefusal } from "../../registry/index.ts"

/** Refusal of a command about a domain that its registry no longer shows. */
export const noDomain = new RegistryRefusal({
  reason: "objectMissing",
  result_code: null,
  text: "The registry has no such domain"
})
