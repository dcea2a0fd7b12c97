import type { EppAddress } from "./DomainCommand.ts"

/** An address of a host with its version, which no part of the platform keeps. */
export const eppAddress = (address: string): EppAddress => ({ address, version: address.includes(":") ? "v6" : "v4" })
