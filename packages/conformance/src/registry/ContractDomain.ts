import type { ContactRole } from "@namewright/core/shared"
import { Context } from "effect"

/** Requirements of the registry under test for a registration. Default: the rules of `contractTlds`. */
export interface ContractDomain {
  /** Suffix of the names that the contract registers, without a leading dot. */
  readonly suffix: string
  /** Roles of contacts in a registration; the contract creates one contact for all. Default none. */
  readonly roles?: ReadonlyArray<ContactRole> | undefined
  /** Handle of an existing contact, for registries without `createContact`. */
  readonly handle?: string | undefined
  /** Hostnames outside of the registry's zones. Default none. */
  readonly nameservers?: ReadonlyArray<string> | undefined
  /** Auth code of a registration. Default none. */
  readonly auth_code?: string | null | undefined
}

/** The registrations of the contract; absent for the rules of `contractTlds`. */
export const DomainOfContract = Context.Reference<ContractDomain | undefined>(
  "@namewright/conformance/registry/DomainOfContract",
  { defaultValue: () => undefined }
)
