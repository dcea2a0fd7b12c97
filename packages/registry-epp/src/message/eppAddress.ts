import type { EppAddress } from "./DomainCommand.ts"

/** An address of a host with its IP version, which the platform does not store. */
export const eppAddress = (address: string): EppAddress => ({ address, version: address.includes(":") ? "v6" : "v4" })
