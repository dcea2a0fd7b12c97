import type { RegistryRefusal } from "../../registry/index.ts"
import type { DomainName } from "../../shared/index.ts"
import { DomainUnavailable } from "../DomainError.ts"

/** Error of a refused registration, if there is a more specific one. */
export const refusedRegistration = (name: DomainName, { message, reason }: RegistryRefusal) =>
  reason === "objectExists" ? new DomainUnavailable({ domain_name: name, reason: message }) : undefined
