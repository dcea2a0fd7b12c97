import { Result } from "effect"
import { DnsName } from "../dns/index.ts"
import type { Domain } from "./Domain.ts"

/** The name of a domain's zone. A domain's name is always a name of the DNS. */
export const zoneNameOf = (name: Domain["name"]): DnsName.DnsName => Result.getOrThrow(DnsName.parse(`${name}.`))
